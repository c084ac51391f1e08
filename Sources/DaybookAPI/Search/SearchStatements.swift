import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// The statements of a search. Folded words hold letters, digits and signs of other kinds, never `%`, `_` or `\`, and
/// are bound as values all the same.
struct SearchStatements: Sendable {
    let account: Identifier
    let filter: SearchFilter
    let bounds: SearchBounds

    /// How many of the tasks folded last are searched for misspellings: comparing spellings costs many times as much
    /// as looking for a word.
    static let forgivingReach = 10_000
    /// In so many pages, and no more bytes of text.
    static let (forgivingPages, forgivingBytes) = (100, 16 << 20)

    /// One part of the account: the tasks in its pages that hold every word as it is spelt, best first; beside each the
    /// account's revision, how far the pages reach, the epoch, where the next part begins, and whether there is one.
    /// One row of nulls where nothing is found.
    ///
    /// What is in a page counts if the task still has its revision, which is for the caller to ask. Where more tasks
    /// match than are put in order the part ends with the last page that was looked through whole.
    ///
    /// - Parameters:
    ///   - before: the part's pages begin before this revision.
    ///   - most: so many tasks.
    func part(before: Int64?, after: SearchPlace?, atMost most: Int) -> Query {
        let before = before ?? .max
        return """
            WITH spelt AS MATERIALIZED (
                SELECT task_id, revision, updated_at, is_completed, begins, \(score(of: "text")) AS score FROM (
                    SELECT entry.*, page.begins FROM (
                        SELECT begins, tasks, revisions, updated, completed, texts || '' AS texts
                        FROM \(pages(before: before)) WHERE \(all { holds($0) }) ORDER BY begins DESC OFFSET 0
                    ) AS page CROSS JOIN LATERAL \(SearchPages.entries(of: "page"))
                ) AS entry WHERE \(spelt(in: "text")) LIMIT \(bounds.matches)
            ), part AS MATERIALIZED (
                SELECT CASE WHEN count(*) = \(bounds.matches) THEN min(begins) + 1
                    ELSE (SELECT min(begins) FROM \(pages(before: before))) END AS ends FROM spelt
            )
            SELECT clock.revision,
                coalesce((SELECT through FROM search_page WHERE account_id = \(account) ORDER BY begins DESC LIMIT 1), 0),
                \(Epoch.current), part.ends,
                EXISTS (SELECT 1 FROM search_page WHERE account_id = \(account) AND begins < part.ends),
                found.task_id, found.revision, found.updated_at, found.is_completed, found.score, found.begins
            FROM account_clock AS clock CROSS JOIN part LEFT JOIN LATERAL (
                SELECT * FROM spelt WHERE begins >= part.ends AND \(Self.isBehind(after))
                ORDER BY score, is_completed, updated_at DESC, task_id LIMIT \(most)
            ) AS found ON true
            WHERE clock.account_id = \(account)
            ORDER BY found.score, found.is_completed, found.updated_at DESC, found.task_id
            """
    }

    /// The pages of a part, those made last first. Their text is not read for that: PostgreSQL knows its length.
    private func pages(before: Int64) -> Query {
        """
        (
            SELECT * FROM (
                SELECT *, sum(octet_length(texts)) OVER (ORDER BY begins DESC) AS bytes FROM search_page
                WHERE account_id = \(account) AND begins < \(before) ORDER BY begins DESC LIMIT \(bounds.pages)
            ) AS near WHERE bytes - octet_length(texts) < \(bounds.bytes(for: filter.query.words.count))
        ) AS near
        """
    }

    /// Tasks that changed since the last page was made, whether they pass the filter, and whether they have long notes,
    /// which are not read: one more than are looked through as they are. What a revision is compared with stands in a
    /// select of its own: behind row-level security PostgreSQL takes no `coalesce` into an index.
    var unfolded: Query {
        let rows: Query = """
            SELECT \(.taskPageColumns), coalesce(\(filter.condition), false) AS fits FROM task
            WHERE account_id = \(account) AND deleted_at IS NULL AND revision > (SELECT coalesce(
                (SELECT through FROM search_page WHERE account_id = \(account) ORDER BY begins DESC LIMIT 1), 0))
            ORDER BY revision LIMIT \(SearchPages.mostUnfolded + 1)
            """
        return """
            SELECT \(TaskItem.columns(notes: "CASE WHEN \(Self.hasLongNotes) THEN NULL ELSE task.notes END")), task.fits,
                coalesce(\(Self.hasLongNotes), false)
            FROM \(.page(of: rows, as: "task", weight: .taskWeight))
            """
    }

    /// Those that may hold a misspelt word, if they are still what they were: what each word scores as it is spelt (-1
    /// where it is not there), the beginning of the text, for whoever compares spellings, the revision, and the page.
    var forgiving: Query {
        """
        SELECT task_id, updated_at, is_completed, ARRAY[\(scores(of: "text"))], beginning, revision, begins FROM (
            SELECT entry.*, left(entry.text, \(Int32(SearchText.forgivenLength))) AS beginning, page.begins FROM (
                SELECT begins, tasks, revisions, updated, completed, texts || '' AS texts FROM (
                    SELECT *, sum(octet_length(texts)) OVER (ORDER BY begins DESC) AS bytes FROM search_page
                    WHERE account_id = \(account) ORDER BY begins DESC LIMIT \(Self.forgivingPages)
                ) AS near WHERE bytes - octet_length(texts) < \(Self.forgivingBytes)
                ORDER BY begins DESC OFFSET 0
            ) AS page CROSS JOIN LATERAL \(SearchPages.entries(of: "page"))
            LIMIT \(Self.forgivingReach)
        ) AS recent
        WHERE \(all { mayHold($0) })
        """
    }

    /// The tasks of these finds that still count and pass the filter.
    func tasks(_ finds: [SearchFind]) -> Query {
        let first: Query = "least(\(firstFind), \(place(of: "chr(10) || wanted.misspelling || chr(10)")))"
        return """
            SELECT \(Self.columns)
            FROM unnest(\(finds.map(\.place.id)), \(finds.map(\.revision)), \(finds.map(\.page)), \(finds.map(\.misspellingInNotes)))
                AS wanted (task_id, revision, begins, misspelling)
            JOIN task ON task.account_id = \(account) AND task.task_id = wanted.task_id AND task.revision = wanted.revision
            LEFT JOIN LATERAL (
                SELECT entry.text FROM search_page AS page CROSS JOIN LATERAL \(SearchPages.entries(of: "page"))
                WHERE page.account_id = \(account) AND page.begins = wanted.begins AND entry.task_id = task.task_id
                    AND \(Self.hasLongNotes)
                LIMIT 1
            ) AS found ON true
            LEFT JOIN LATERAL (\(partOfNotes(of: "found.text", around: first))) AS part ON true
            WHERE \(filter.condition)
            """
    }

    // MARK: Long notes

    /// A hit's task without notes that are too long to be carried about, and what is shown of these.
    private static let columns: Query = """
        \(TaskItem.columns(notes: "CASE WHEN \(hasLongNotes) THEN NULL ELSE task.notes END")),
        \(hasLongNotes), part.excerpt, part.folded_excerpt
        """
    private static let hasLongNotes: Query = "octet_length(task.notes) > \(SearchHit.longestNotes)"

    /// Letters of the notes that are read to find there what was found in the folded text.
    private static let windowLength: Int32 = 4000

    /// For long notes with a match, the folded words around it, and the notes around its probable place: folding makes
    /// a text shorter in some places and longer in others, but a match is about as far, in proportion, in the one as in
    /// the other.
    private func partOfNotes(of text: Query, around find: Query) -> Query {
        """
        SELECT substr(folded, greatest(1, place - 60), 300) AS folded_excerpt,
            substr(task.notes, greatest(1, place::bigint * length(task.notes) / length(folded)
                - \(Self.windowLength / 2))::int, \(Self.windowLength)) AS excerpt
        FROM (
            SELECT folded, \(find) AS place FROM (
                SELECT substr(\(text), strpos(\(text), chr(10))) AS folded OFFSET 0
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

    /// Of the texts of a page together. `strpos` leaps over what cannot match, and takes a third of the time of `LIKE`.
    private func holds(_ word: SearchWord) -> Query {
        word.countsInside
            ? "strpos(texts, \(word.text)) > 0"
            : "(strpos(texts, \(" " + word.text)) > 0 OR strpos(texts, \("\n" + word.text)) > 0)"
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

    private func mayHold(_ word: SearchWord) -> Query {
        word.slips > 0 ? "(\(spelt(word, in: "text")) OR \(resembles(word)))" : spelt(word, in: "text")
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

    private static func isBehind(_ last: SearchPlace?) -> Query {
        guard let last else { return "true" }
        return """
            (score, is_completed) >= (\(Int32(clamping: last.score)), \(last.isCompleted))
                AND ((score, is_completed) > (\(Int32(clamping: last.score)), \(last.isCompleted))
                    OR updated_at < \(last.updatedAt) OR (updated_at = \(last.updatedAt) AND task_id > \(last.id)))
            """
    }
}
