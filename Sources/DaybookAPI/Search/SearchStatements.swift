import DaybookCore
import DaybookLedger
import Postgres

/// The statements of a search. Folded words hold letters, digits and signs of other kinds, never `%`, `_` or `\`, and
/// are bound as values all the same.
struct SearchStatements: Sendable {
    let account: Identifier
    let filter: SearchFilter

    /// How many of the tasks changed last are searched for misspellings: comparing spellings costs many times as much
    /// as looking for a word.
    static let forgivingReach = 10_000
    /// And so many of those with long texts.
    static let longForgivingReach = 1_000

    /// The tasks that hold every word as it is spelt, best first; with each row the account's revision, whether some
    /// tasks have not been folded yet, and the epoch. One row of nulls where nothing is found.
    var direct: Query {
        """
        SELECT \(Self.columns), found.score, clock.revision,
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
                SELECT task_id, updated_at, is_completed, \(score(of: "text"))
                FROM (
                    SELECT task_id, updated_at, state = 'completed' AS is_completed, \(Self.longText) AS text FROM task
                    WHERE account_id = \(account) AND long_search_text IS NOT NULL AND \(filter.condition) OFFSET 0
                ) AS long WHERE \(spelt(in: "text"))
            ) AS every
            WHERE \(isAfter)
            ORDER BY score, is_completed, updated_at DESC, task_id LIMIT \(filter.limit + 1)
        ) AS found ON true
        LEFT JOIN task ON task.account_id = \(account) AND task.task_id = found.task_id
        LEFT JOIN LATERAL (\(partOfNotes(around: firstFind))) AS part ON true
        WHERE clock.account_id = \(account)
        ORDER BY found.score, found.is_completed, found.updated_at DESC, found.task_id
        """
    }

    /// Those that may hold a misspelt word: what each word scores as it is spelt (-1 where it is not there), and the
    /// beginning of the text, in which the server compares spellings.
    var forgiving: Query {
        """
        SELECT task_id, updated_at, is_completed, ARRAY[\(scores(of: "text"))], beginning FROM (
            (SELECT task_id, updated_at, state = 'completed' AS is_completed, search_text AS text,
                    search_text AS beginning FROM task
                WHERE account_id = \(account) AND search_text IS NOT NULL AND \(filter.condition)
                ORDER BY revision DESC LIMIT \(Self.forgivingReach))
            UNION ALL
            (SELECT task_id, updated_at, state = 'completed', \(Self.longText),
                    left(long_search_text, \(Int32(SearchText.forgivenLength))) FROM task
                WHERE account_id = \(account) AND long_search_text IS NOT NULL AND \(filter.condition)
                ORDER BY revision DESC LIMIT \(Self.longForgivingReach))
        ) AS recent
        WHERE \(all { word in word.slips > 0 ? "(\(spelt(word, in: "text")) OR \(resembles(word)))" : spelt(word, in: "text") })
        """
    }

    /// - Parameter misspellings: for each task the word in its notes that was forgiven, if one was.
    func tasks(_ ids: [Identifier], misspellings: [String?]) -> Query {
        let misspelling: Query = "(\(misspellings))[array_position(\(ids), task.task_id)]"
        let first: Query = "least(\(firstFind), \(place(of: "chr(10) || \(misspelling) || chr(10)")))"
        return """
            SELECT \(Self.columns) FROM task LEFT JOIN LATERAL (\(partOfNotes(around: first))) AS part ON true
            WHERE task.account_id = \(account) AND task.task_id = ANY(\(ids)) AND task.deleted_at IS NULL
            """
    }

    // MARK: Long notes

    /// A hit's task without notes that are too long to be carried about, and what is shown of these.
    private static let columns: Query = """
        \(TaskItem.columns(notes: "CASE WHEN \(hasLongNotes) THEN NULL ELSE task.notes END")),
        \(hasLongNotes), part.excerpt, part.folded_excerpt
        """
    private static let hasLongNotes: Query = "octet_length(task.notes) > \(SearchHit.longestNotes)"

    /// A long text is compressed and lies outside of its row; as an expression that is computed once (`OFFSET 0`) it is
    /// brought in once, and not anew for each comparison.
    private static let longText: Query = "long_search_text || ''"

    /// Letters of the notes that are read to find there what was found in the folded text.
    private static let windowLength: Int32 = 4000

    /// For long notes with a match, the folded words around it, and the notes around its probable place: folding makes
    /// a text shorter in some places and longer in others, but a match is about as far, in proportion, in the one as in
    /// the other.
    private func partOfNotes(around find: Query) -> Query {
        """
        SELECT substr(folded, greatest(1, place - 60), 300) AS folded_excerpt,
            substr(task.notes, greatest(1, place::bigint * length(task.notes) / length(folded)
                - \(Self.windowLength / 2))::int, \(Self.windowLength)) AS excerpt
        FROM (
            SELECT folded, \(find) AS place FROM (
                SELECT substr(whole, strpos(whole, chr(10))) AS folded FROM (
                    SELECT coalesce(task.long_search_text, task.search_text) AS whole OFFSET 0
                ) AS stored OFFSET 0
            ) AS notes OFFSET 0
        ) AS found
        WHERE \(Self.hasLongNotes) AND place IS NOT NULL
        """
    }

    /// In the folded notes, where the first of the words is; null where none is.
    private var firstFind: Query {
        let places: [Query] = filter.query.words.map { word in
            place(of: word.countsInside ? "\(word.text)" : "\("\n" + word.text)")
        }
        return places.dropFirst().reduce("least(" + (places.first ?? "NULL::int")) { $0 + ", " + $1 } + ")"
    }

    private func place(of piece: Query) -> Query { "nullif(strpos(folded, \(piece)), 0)" }

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
        filter.query.words.reduce("0") { $0 + " + " + score(of: $1, in: text) }
    }

    /// Of each word by itself.
    private func scores(of text: Query) -> Query {
        let scores: [Query] = filter.query.words.map { word in
            "CASE WHEN \(spelt(word, in: text)) THEN \(score(of: word, in: text)) ELSE -1 END"
        }
        return scores.dropFirst().reduce(scores.first ?? "-1") { $0 + ", " + $1 }
    }

    private func score(of word: SearchWord, in text: Query) -> Query {
        """
        CASE WHEN \(text) LIKE \("% \(word.text) %") THEN 0 WHEN \(text) LIKE \("%\n\(word.text)\n%") THEN 1
            WHEN \(text) LIKE \("% \(word.text)%") THEN 2 WHEN \(text) LIKE \("%\n\(word.text)%") THEN 3
            WHEN strpos(\(text), \(word.text)) < strpos(\(text), chr(10)) THEN 4 ELSE 5 END
        """
    }

    /// A word with the same first letter and about as many letters.
    private func resembles(_ word: SearchWord) -> Query {
        let shapes = (word.length - word.slips...word.length + word.slips).flatMap { length in
            let shape = word.firstLetter + String(repeating: "_", count: length - 1)
            return ["% \(shape) %", "%\n\(shape)\n%"]
        }
        return """
            (beginning LIKE \("% \(word.firstLetter)%") OR beginning LIKE \("%\n\(word.firstLetter)%"))
                AND beginning LIKE ANY(\(shapes))
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
