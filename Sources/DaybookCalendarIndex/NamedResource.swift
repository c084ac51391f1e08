import DaybookCore
import DaybookFormats
import DaybookLedger
import Postgres

/// What a calendar program names, as it is looked for: who stands at an address, whom a UID means, wherever that is,
/// and the rows that it may mean where no row says that it is its own.
package struct NamedResource: Hashable, Sendable {
    package let address: Resource.Address
    package let uid: String?
    package let tasks: [Identifier]
    /// Where it is to be from then on.
    private(set) var other: Address?
    package typealias Address = Resource.Address

    package init(at address: Resource.Address, uid: String?, of account: Identifier) {
        self.address = address
        self.uid = uid
        tasks = uid.map { CalendarName.candidates(uid: $0, account: account) } ?? []
    }

    /// The same, for one who wants it at another address.
    package func moving(to address: Address) -> NamedResource {
        var moving = self
        moving.other = address
        return moving
    }

    /// What will be known of the calendar index once its queries are answered.
    var needs: CalendarIndexNeeds {
        var needs = CalendarIndexNeeds()
        needs.tasks = tasks
        needs.addressesToLookUp = [address] + [other].compactMap(\.self)
        for task in tasks { needs.series[task] = 2 }
        return needs
    }

    /// A UID has been at few places. Those where it is come first, then those where it was last.
    private static let most = 20

    func queries(of account: Identifier) -> [(kind: LookedFor, query: Query)] {
        var series = CalendarIndexNeeds()
        series.series = needs.series
        return [(.named, query(of: account))] + Query.resources(series, of: account)
    }

    private func query(of account: Identifier) -> Query {
        """
        SELECT \(Resource.columns), \(TaskItem.columns), \(TaskList.columns) FROM (
            SELECT * FROM dav_resource AS there
            WHERE there.account_id = \(account) AND there.collection_id = \(address.collection) AND there.name = \(address.name)
            UNION
            SELECT * FROM dav_resource AS beside
            WHERE beside.account_id = \(account) AND beside.collection_id = \(other?.collection ?? .zero)
                AND beside.name = \(other?.name ?? "")
            UNION
            (SELECT * FROM dav_resource AS called WHERE called.account_id = \(account) AND called.uid = \(uid ?? "")
                ORDER BY called.is_gone, called.shown_revision DESC LIMIT \(Int32(Self.most)))
            UNION
            (SELECT * FROM dav_resource AS twin WHERE twin.account_id = \(account) AND twin.uid = \(uid ?? "")
                AND twin.collection_id = \((other ?? address).collection) AND NOT twin.is_gone LIMIT 2)
            UNION
            (SELECT * FROM dav_resource AS meant WHERE meant.account_id = \(account) AND meant.task_id = ANY(\(tasks))
                ORDER BY meant.is_gone, meant.shown_revision DESC LIMIT \(Int32(Self.most)))
            UNION
            SELECT latest.* FROM unnest(\(tasks)) AS series (id) CROSS JOIN LATERAL (
                SELECT * FROM dav_resource AS member
                WHERE member.account_id = \(account) AND member.series_id = series.id AND NOT member.is_gone
                ORDER BY member.made_at DESC, member.task_id DESC LIMIT 1
            ) AS latest
        ) AS dav_resource
        LEFT JOIN task ON task.account_id = \(account) AND task.task_id = dav_resource.task_id
        LEFT JOIN list ON list.account_id = \(account) AND list.list_id = task.list_id
        """
    }
}
