import DaybookCore
import DaybookFormats
import Postgres
import Seeds
import TestWire
import Testing

@testable import DaybookCalendarIndex
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// What the door keeps for calendar programs, beside a plain model of it, under random pushes of three devices: names,
/// heads of series, what is gone, and when each was shown otherwise.
@Suite(.closing) struct CalendarIndexModelTests {
    /// `DAYBOOK_SEED` replays.
    @Test func whatProgramsAreToldIsWhatThereIs() async throws {
        let seed = RandomSeed.current.value
        let house = try await LedgerHouse.open()
        let (database, account, index) = (house.database, house.account, CalendarIndex())
        // A server of the release before knows of no index.
        let old = Ledger(database: database, announcements: Announcements())
        var pushes = RandomPushes(seed: seed, account: account)
        let view = CalendarIndexView(account: account, database: database)
        var program = WatchingProgram()
        for round in 0..<Proofs.scale(gate: 100, proof: 400) {
            var push = pushes.next()
            push.operations = push.operations.map { named($0, &pushes) }
            let isOld = round == 0 || pushes.pick(20) == 0
            let result = try await (isOld ? old : house.ledger).push(push, to: account, now: pushes.now)
            guard case .merged(let commit) = result else { continue }
            #expect(try await index.bringUpToDate(account, in: database))
            let all = try await view.all()
            check(all, "round \(round), \(RandomSeed.current)")
            if pushes.pick(3) == 0 {
                program.sync(all, through: commit.revision, "round \(round), \(RandomSeed.current)")
            }
        }
        let flaws = try await AccountCheck(house.ledger, account).run()
        #expect(flaws.isEmpty, "\(RandomSeed.current)")
        // Who begins now sees the same tasks.
        let before = try await view.all().live
        try await database.write(of: account, "DELETE FROM dav_resource WHERE account_id = \(account)")
        try await database.write("UPDATE account_clock SET shelved_revision = NULL WHERE account_id = \(account)")
        #expect(try await index.bringUpToDate(account, in: database))
        let after = try await view.all()
        #expect(Set(before.map(\.task)) == Set(after.live.map(\.task)), "\(RandomSeed.current)")
        check(after, isAnew: true, "begun anew, \(RandomSeed.current)")
    }

    /// Now and then a program called it something.
    private func named(_ operation: SyncOperation, _ pushes: inout RandomPushes) -> SyncOperation {
        guard operation.entity == .task, operation.kind == .set, pushes.pick(4) == 0 else { return operation }
        let field = ["ics:NAME", "ics:UID", "ics:LOCATION", "ics:this:NAME", "ics:this:UID"][Int(pushes.pick(5))]
        let value = field.hasSuffix("NAME") ? "\(pushes.pick(3)).ics" : "u\(pushes.pick(3))"
        return SyncOperation(
            opId: operation.opId, id: operation.id, at: operation.at,
            fields: operation.fields + [JSONMember(field, .string(value))], reopens: operation.reopens,
            base: operation.base)
    }

    private func check(_ all: CalendarIndexView.All, isAnew: Bool = false, _ comment: Comment) {
        let seen = Dictionary(grouping: all.live, by: \.task)
        let live = all.tasks.values.filter { !$0.isDeleted }
        #expect(Set(seen.keys) == Set(live.map(\.id)), comment)
        for (task, resources) in seen {
            guard let row = all.tasks[task], let resource = resources.first else { continue }
            #expect(resources.count == 1, comment)
            #expect(resource.address.collection == row.collection, comment)
            #expect(resource.series == row.series, comment)
            #expect(resource.madeAt == row.createdAt, comment)
            let uid = resource.uid ?? (resource.isHead ? row.series : row.id).text
            #expect(uid == row.calendarUID(resource.part), comment)
            // Its own name, or one of ours where somebody else has it. Later, one whose new name somebody else has
            // keeps the name that it had.
            let wish = row.calendarName(resource.part)
            let isOurs = resource.address.name.hasPrefix(row.id.text)
            #expect(!isAnew || resource.address.name == wish || isOurs, comment)
        }
        for (_, members) in Dictionary(grouping: live, by: \.series) {
            let heads = members.filter { seen[$0.id]?.first?.isHead == true }
            #expect(heads.count <= 1, comment)
            // Whoever is to be done and was made last leads.
            let last = members.max { ($0.createdAt.milliseconds, $0.id) < ($1.createdAt.milliseconds, $1.id) }
            if let last, !last.isCompleted { #expect(heads.first?.id == last.id, comment) }
        }
    }
}

/// All of an account's resources and tasks.
private struct CalendarIndexView {
    let account: Identifier
    let database: Database

    struct All {
        var resources: [Resource] = []
        var tasks: [Identifier: TaskItem] = [:]
        var live: [Resource] { resources.filter { !$0.isGone } }

        func text(of resource: Resource) -> [UInt8] {
            var bytes: [UInt8] = []
            guard let task = tasks[resource.task] else { return [] }
            let parent = task.parentId.flatMap { tasks[$0] }
            CalendarRendering.append(ShownTask(task, resource.part, parentUID: parent?.calendarUID()), to: &bytes)
            return bytes
        }
    }

    func all() async throws -> All {
        var all = All()
        let answers = try await database.transaction(of: account, isolation: .repeatableRead, readOnly: true) {
            try await $0.run([
                "SELECT \(Resource.columns) FROM dav_resource WHERE account_id = \(account)",
                "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(account)",
            ])
        }
        for row in answers[0] {
            var columns = StoredColumns(row)
            all.resources.append(try Resource(&columns))
        }
        for row in answers[1] {
            let task = try TaskItem(row)
            all.tasks[task.id] = task
        }
        return all
    }
}

/// A program that asks for what changed, and keeps what it was given.
private struct WatchingProgram {
    private var token: Int64 = 0
    private var files: [Resource.Address: (revision: Int64, text: [UInt8])] = [:]

    mutating func sync(_ all: CalendarIndexView.All, through revision: Int64, _ comment: Comment) {
        for resource in all.resources where resource.shownRevision > token {
            if resource.isGone {
                files[resource.address] = nil
            } else {
                files[resource.address] = (resource.shownRevision, all.text(of: resource))
            }
        }
        token = max(token, all.resources.map(\.shownRevision).max() ?? 0)
        #expect(token <= revision, comment)
        #expect(Set(files.keys) == Set(all.live.map(\.address)), comment)
        for resource in all.live {
            let file = files[resource.address]
            #expect(file?.revision == resource.shownRevision, comment)
            // One tag stands for one text.
            #expect(file?.text == all.text(of: resource), comment)
        }
    }
}
