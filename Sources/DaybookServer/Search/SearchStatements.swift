import DaybookCore
import Postgres

/// The statements of a search. Folded words hold letters, digits and signs of other kinds, never `%`, `_` or `\`, and are
/// bound as values all the same.
struct SearchStatements: Sendable {
    let account: Identifier
    let filter: SearchFilter

    /// So many of the tasks changed last are looked through for misspellings: comparing spellings costs many times what
    /// looking for a word does.
    static let forgivingReach = 10_000

    /// Those that hold every word as it is spelt, best first; with each row the account's revision, whether some tasks have
    /// not been folded yet, and the epoch. One row of nulls where nothing is found.
    var direct: Query {
        """
        SELECT \(TaskItem.columns), found.score, clock.revision,
            EXISTS (SELECT FROM task WHERE account_id = \(account) AND deleted_at IS NULL AND search_text IS NULL
                AND long_search_text IS NULL),
            (SELECT epoch FROM instance)
        FROM account_clock AS clock LEFT JOIN LATERAL (
            SELECT * FROM (
                SELECT task_id, updated_at, state = 'completed' AS is_completed, \(score(of: "search_text")) AS score
                FROM task
                WHERE account_id = \(account) AND search_text IS NOT NULL AND \(filter.condition)
                    AND \(spelt(in: "search_text"))
                UNION ALL
                SELECT task_id, updated_at, state = 'completed', \(score(of: "long_search_text"))
                FROM task
                WHERE account_id = \(account) AND long_search_text IS NOT NULL AND \(filter.condition)
                    AND \(spelt(in: "long_search_text"))
            ) AS every
            WHERE \(isAfter)
            ORDER BY score, is_completed, updated_at DESC, task_id LIMIT \(filter.limit + 1)
        ) AS found ON true
        LEFT JOIN task ON task.account_id = \(account) AND task.task_id = found.task_id
        WHERE clock.account_id = \(account)
        ORDER BY found.score, found.is_completed, found.updated_at DESC, found.task_id
        """
    }

    /// Those that may hold a misspelt word, with their texts: who reads them decides.
    var forgiving: Query {
        """
        SELECT task_id, updated_at, is_completed, text FROM (
            (SELECT task_id, updated_at, state = 'completed' AS is_completed, search_text AS text FROM task
                WHERE account_id = \(account) AND search_text IS NOT NULL AND \(filter.condition)
                ORDER BY revision DESC LIMIT \(Self.forgivingReach))
            UNION ALL
            (SELECT task_id, updated_at, state = 'completed', long_search_text FROM task
                WHERE account_id = \(account) AND long_search_text IS NOT NULL AND \(filter.condition)
                ORDER BY revision DESC LIMIT \(Self.forgivingReach / 10))
        ) AS recent
        WHERE \(all { word in word.slips > 0 ? "(\(spelt(word, in: "text")) OR \(resembles(word)))" : spelt(word, in: "text") })
        """
    }

    func tasks(_ ids: [Identifier]) -> Query {
        "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(account) AND task_id = ANY(\(ids)) AND deleted_at IS NULL"
    }

    // MARK: Parts

    private func all(_ condition: (SearchWord) -> Query) -> Query {
        filter.query.words.dropFirst().reduce(filter.query.words.first.map(condition) ?? "false") {
            $0 + " AND " + condition($1)
        }
    }

    private func spelt(in text: Query) -> Query { all { spelt($0, in: text) } }

    private func spelt(_ word: SearchWord, in text: Query) -> Query {
        word.countsInside
            ? "\(text) LIKE \("%\(word.text)%")"
            : "(\(text) LIKE \("% \(word.text)%") OR \(text) LIKE \("%\n\(word.text)%"))"
    }

    /// As `SearchQuery.score` has it.
    private func score(of text: Query) -> Query {
        filter.query.words.reduce("0") { sum, word in
            """
            \(sum) + CASE WHEN \(text) LIKE \("% \(word.text) %") THEN 0 WHEN \(text) LIKE \("%\n\(word.text)\n%") THEN 1
                WHEN \(text) LIKE \("% \(word.text)%") THEN 2 WHEN \(text) LIKE \("%\n\(word.text)%") THEN 3
                WHEN strpos(\(text), \(word.text)) < strpos(\(text), chr(10)) THEN 4 ELSE 5 END
            """
        }
    }

    /// A word with the same first letter and about as many letters.
    private func resembles(_ word: SearchWord) -> Query {
        let shapes = (word.length - word.slips...word.length + word.slips).flatMap { length in
            let shape = word.firstLetter + String(repeating: "_", count: length - 1)
            return ["% \(shape) %", "%\n\(shape)\n%"]
        }
        return """
            (text LIKE \("% \(word.firstLetter)%") OR text LIKE \("%\n\(word.firstLetter)%")) AND text LIKE ANY(\(shapes))
            """
    }

    private var isAfter: Query {
        guard let last = filter.after else { return "true" }
        return """
            (score, is_completed) >= (\(Int32(clamping: last.score)), \(last.isCompleted))
                AND ((score, is_completed) > (\(Int32(clamping: last.score)), \(last.isCompleted))
                    OR updated_at < \(last.updatedAt) OR (updated_at = \(last.updatedAt) AND task_id > \(last.id)))
            """
    }
}
