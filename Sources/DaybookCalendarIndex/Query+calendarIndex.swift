import DaybookCore
import DaybookLedger
import Postgres

/// The statements that look something up in the calendar index, each of one account.
///
/// Each row is looked up by itself, in an order that only one index of the table has, so that PostgreSQL uses that
/// index. Where it takes the table for empty, every index of the account seems equally good to it, and the plan that
/// it then chooses, and keeps, may read all rows of the account.
extension Query {
    static func resources(_ needs: CalendarIndexNeeds, of account: Identifier) -> [(kind: LookedFor, query: Query)] {
        var queries: [(LookedFor, Query)] = []
        if !needs.tasks.isEmpty { queries.append((.resource, resources(of: needs.tasks, account))) }
        if !needs.addressesToLookUp.isEmpty {
            queries.append((.resource, resources(at: needs.addressesToLookUp, account)))
        }
        if !needs.series.isEmpty { queries.append((.ofSeries, resources(latestOf: needs.series, account))) }
        if !needs.parents.isEmpty { queries.append((.part, resources(partsOf: needs.parents, account))) }
        return queries
    }

    /// In the order in which people have them.
    private static func resources(partsOf parents: [Identifier], _ account: Identifier) -> Query {
        """
        SELECT \(Resource.columns), part.parent_id FROM unnest(\(parents)) AS wanted (parent_id)
        CROSS JOIN LATERAL (
            SELECT * FROM task AS inside
            WHERE inside.account_id = \(account) AND inside.deleted_at IS NULL AND inside.parent_id IS NOT NULL
                AND inside.parent_id BETWEEN wanted.parent_id AND wanted.parent_id
            ORDER BY inside.parent_id, inside.sort_order, inside.task_id LIMIT \(Int32(CalendarIndex.mostPartsTold))
        ) AS part
        CROSS JOIN LATERAL (
            SELECT * FROM dav_resource AS seen
            WHERE seen.account_id = \(account) AND seen.task_id BETWEEN part.task_id AND part.task_id AND NOT seen.is_gone
            ORDER BY seen.task_id
        ) AS dav_resource
        """
    }

    private static func resources(of tasks: [Identifier], _ account: Identifier) -> Query {
        """
        SELECT \(Resource.columns) FROM unnest(\(tasks)) AS wanted (task_id) CROSS JOIN LATERAL (
            SELECT * FROM dav_resource AS seen
            WHERE seen.account_id = \(account) AND seen.task_id BETWEEN wanted.task_id AND wanted.task_id
                AND NOT seen.is_gone
            ORDER BY seen.task_id
        ) AS dav_resource
        """
    }

    private static func resources(at addresses: [Resource.Address], _ account: Identifier) -> Query {
        """
        SELECT \(Resource.columns)
        FROM unnest(\(addresses.map(\.collection)), \(addresses.map(\.name))) AS wanted (collection_id, name)
        CROSS JOIN LATERAL (
            SELECT * FROM dav_resource AS there
            WHERE there.account_id = \(account) AND there.collection_id = wanted.collection_id
                AND there.name BETWEEN wanted.name AND wanted.name
            ORDER BY there.name
        ) AS dav_resource
        """
    }

    /// The tasks of some series that were made last, and the head, which may be an earlier one.
    private static func resources(latestOf series: [Identifier: Int], _ account: Identifier) -> Query {
        """
        SELECT \(Resource.columns), \(TaskItem.columnsWithoutLongNotes)
        FROM unnest(\(Array(series.keys)), \(series.values.map { Int32(clamping: $0) })) AS wanted (series_id, count)
        CROSS JOIN LATERAL (
            (SELECT * FROM dav_resource AS of_series
                WHERE of_series.account_id = \(account) AND of_series.series_id = wanted.series_id
                    AND NOT of_series.is_gone
                ORDER BY of_series.made_at DESC, of_series.task_id DESC LIMIT wanted.count)
            UNION
            (SELECT * FROM dav_resource AS head
                WHERE head.account_id = \(account) AND head.series_id = wanted.series_id
                    AND NOT head.is_gone AND head.is_head
                ORDER BY head.made_at DESC, head.task_id DESC LIMIT 1)
        ) AS dav_resource
        CROSS JOIN LATERAL (
            SELECT * FROM task AS shown
            WHERE shown.account_id = \(account)
                AND shown.task_id BETWEEN dav_resource.task_id AND dav_resource.task_id
            ORDER BY shown.task_id
        ) AS task
        """
    }
}
