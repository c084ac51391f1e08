import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/analytics/distribution`: how completions share out, `by` `list` (unless said otherwise), `category`,
/// `region` or `tag`; of all time or `from` and `to`.
///
/// 200 with `shares`, the largest first, whose percents add up to 100; 304 where the client holds it. A task counts
/// where it was when it was completed. Behind the largest thousand, or those that fill a page, all others are one
/// share with an empty key. 400 `malformed_parameter`.
struct ReadDistribution: AccountView {
    let kind: Distribution.Kind
    private let range: DateRange

    init(_ request: Request) throws {
        try request.requireQuery(among: DateRange.parameters.union(["by"]))
        kind = try request.distributionKind()
        range = try DateRange(request)
    }

    func statement(_ context: ViewContext) -> Query {
        .distribution(kind, during: range.instants(context.moment.day), of: context.account)
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let (distribution, names) = try Distribution.read(rows)
        range.write(to: &json)
        distribution.writeMembers(to: &json, by: kind) { kind.told($0, lists: names) }
    }
}

extension Request {
    func distributionKind() throws -> Distribution.Kind {
        try query("by") { Distribution.Kind(rawValue: $0) } ?? .list
    }
}

extension Query {
    /// Behind the head: key, name and count of each share, by the index alone.
    static func distribution(
        _ kind: Distribution.Kind, during span: Range<Instant>, of account: Identifier
    ) -> Query {
        let facts: Query = """
            FROM completion
            WHERE account_id = \(account) AND completed_at >= \(span.lowerBound) AND completed_at < \(span.upperBound)
            """
        let shares: Query =
            switch kind {
            case .list:
                """
                SELECT counted.list_id::text AS key, list.name, counted.count
                FROM (SELECT list_id, count(*) AS count \(facts) GROUP BY list_id) AS counted
                LEFT JOIN list ON list.account_id = \(account) AND list.list_id = counted.list_id
                """
            case .category:
                // The index knows a category by its hash; one of the facts that have it tells its name. One without any
                // letters is none, and not the key of all the others.
                """
                SELECT NULLIF((
                    SELECT category FROM completion
                    WHERE account_id = \(account) AND completed_at = counted.first
                        AND category_hash = counted.category_hash
                    LIMIT 1
                ), '') AS key, NULL AS name, counted.count
                FROM (
                    SELECT category_hash, count(*) AS count, min(completed_at) AS first \(facts) GROUP BY category_hash
                ) AS counted
                """
            case .region:
                "SELECT region::text AS key, NULL AS name, count(*) AS count \(facts) GROUP BY region"
            case .tag:
                // Only what has tags is read; how many others there are, an index tells.
                """
                SELECT tag.key, NULL AS name, count(*) AS count FROM (SELECT tags \(facts) AND tags IS NOT NULL) AS tagged
                CROSS JOIN LATERAL jsonb_array_elements_text(tagged.tags) AS tag (key)
                GROUP BY tag.key
                UNION ALL
                SELECT NULL, NULL, (SELECT count(*) \(facts)) - (SELECT count(*) \(facts) AND tags IS NOT NULL)
                """
            }
        // With an offset the shares are not made part of the statement around them, which would look each category's
        // name up more than once.
        let told: Query = """
            SELECT CASE WHEN share.is_told THEN share.key ELSE \(Distribution.rest) END AS key,
                min(CASE WHEN share.is_told THEN share.name END) AS name, sum(share.count)::bigint AS count
            FROM (
                SELECT share.key, share.name, share.count,
                    row_number() OVER sizes <= \(Distribution.most)
                        AND coalesce(sum(octet_length(share.key) + coalesce(octet_length(share.name), 0)) OVER sizes, 0)
                            < \(PageBound.bytes) AS is_told
                FROM (\(shares) OFFSET 0) AS share
                WINDOW sizes AS (ORDER BY share.count DESC, share.key ROWS UNBOUNDED PRECEDING)
            ) AS share
            GROUP BY 1
            """
        return """
            SELECT \(ViewHead.columns), share.key, share.name, share.count
            FROM \(ViewHead.tables) LEFT JOIN LATERAL (\(told)) AS share ON true
            WHERE clock.account_id = \(account)
            """
    }
}

extension Distribution {
    /// So many shares are told one by one.
    static let most = 1_000
    /// The key of all others together, which nothing bears.
    static let rest = ""

    /// With the names of lists by their keys.
    static func read(_ rows: Rows) throws(PostgresError) -> (Distribution, names: [String: String]) {
        var counts: [String?: Int] = [:]
        var names: [String: String] = [:]
        for row in rows {
            var columns = StoredColumns(behindHeadOf: row)
            let key: String? = try columns.next()
            let name: String? = try columns.next()
            guard let count: Int = try columns.next() else { continue }
            counts[key, default: 0] += count
            if let key, let name { names[key] = name }
        }
        return (Distribution(counts), names)
    }
}

extension Distribution.Kind {
    /// What people call a key, or what is left.
    func told(_ key: String?, lists: [String: String]) -> String? {
        key == Distribution.rest ? "Everything else" : name(of: key, lists: lists)
    }
}
