import DaybookAccounts
import DaybookCalendarIndex
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// What calendar programs change, through the ledger's one door.
package struct CalendarWrites: Sendable {
    let database: Database
    let ledger: Ledger
    private let served = ServedBases()
    private let programs: CalendarPrograms

    package init(_ database: Database, _ ledger: Ledger) {
        (self.database, self.ledger) = (database, ledger)
        programs = CalendarPrograms(database)
    }

    /// What a device is given of a resource is what it knows when it writes.
    package func serve(_ resource: Resource, to device: Identifier) {
        served.note(CalendarBase(resource), of: resource.address, to: device)
    }

    package func serve(_ member: StoredMember, to device: Identifier) throws(PostgresError) {
        served.note(try member.base(), of: try member.address(), to: device)
    }

    /// Takes what a program sent of a task, an event or a journal. Answered once it is durable. Throws
    /// `CalendarRefusal` for what is none, or is not kept there, and `LedgerRefusal.noRoom`. `notFound` where the list
    /// is gone.
    package func put(_ body: [UInt8], _ request: CalendarRequest) async throws -> CalendarOutcome {
        let object = try await aside(if: body.count > Self.longBody) { () throws(CalendarRefusal) in
            try CalendarObject(body, of: CalendarObject.Kind.all)
        }
        guard object.kind == .todo else {
            let put = PutGuest(object: object, body: body, request: request, clock: ledger.clock, quotas: ledger.quotas)
            return try await ledger.change(put.asking) { try put.decide($0) }.answer
        }
        var put = PutObject(object, body, request, ledger.clock)
        put.program = try await programs.program(of: request.device, request.account)
        put.served = served.base(of: request.address, for: request.device)
        put.tasksByUID = try await relatives(of: object, request.account)
        put.originals = try await originals(of: object, request)
        put.learning = programs.learning(object.names, of: request.device, request.account, beside: put.program)
        let (result, answer) = try await ledger.change(put.asking) { [put] sight in try put.decide(sight) }
        if case .done = answer, put.learning != nil { programs.remember(object.names, of: request.device) }
        return try await outcome(answer, result.commit, request)
    }

    static let longBody = 32 << 10

    private func outcome(
        _ answer: PutObject.Answer, _ commit: Commit, _ request: CalendarRequest
    ) async throws -> CalendarOutcome {
        switch answer {
        case .refused(let outcome): return outcome
        case .alreadyDone(let resource, let isNew, let mark):
            // What is served are the octets of then, or something else was.
            let rows = try await database.read(
                of: request.account,
                """
                SELECT 1 FROM dav_body WHERE account_id = \(request.account) AND task_id = \(resource.task)
                    AND shown_revision = \(resource.shownRevision)
                """)
            let tag = rows.isEmpty ? nil : CalendarTag(mark: mark, revision: resource.shownRevision, form: .octets)
            return isNew ? .created(tag) : .changed(tag)
        case .done(let task, let isNew, let mark):
            var tag: CalendarTag?
            if let index = commit.ofCalendarIndex, index.keepsOctets, let resource = index.resources[task],
                resource.address == request.address
            {
                serve(resource, to: request.device)
                tag = CalendarTag(mark: mark, revision: resource.shownRevision, form: .octets)
            }
            return isNew ? .created(tag) : .changed(tag)
        }
    }

    /// Deletes a task or the head of a series, or an event or a journal.
    package func delete(_ request: CalendarRequest) async throws -> CalendarOutcome {
        let named = NamedResource(at: request.address, uid: nil, of: request.account)
        let guarding = DeletionGuard(request.account, request.device)
        var asking = LedgerRequest(of: request.account, now: request.now)
        (asking.named, asking.question) = (named, guarding.question())
        let (_, answer) = try await ledger.change(asking) { [clock = ledger.clock] sight in
            let mark = CalendarMark(request.account, sight.position.epoch)
            func refused(_ outcome: CalendarOutcome) -> Decision<CalendarOutcome> {
                Decision(Push(operations: []), answer: outcome)
            }
            guard let there = sight.resources.first(where: { $0.address == request.address && !$0.isGone }) else {
                return refused(.notFound)
            }
            guard request.condition.holds(for: there, mark) else {
                return refused(.conditionFailed(sight.tag(of: there, mark)))
            }
            let counting = try guarding.counting(
                there.isGuest ? .guest : .tasks(1), among: sight.slice.liveTasks, knowing: sight.answers,
                now: request.now)
            guard let counting else { return refused(.massDeleteUnconfirmed) }
            if let component = there.component {
                let guest = Guest(there.task, at: there.address, uid: there.uidText, component: component)
                return Decision<CalendarOutcome>.ofGuest(
                    request, in: there.address.collection, clock,
                    guest.deletion(of: request.account, at: sight.position.revision + 1, request.now)
                        + [counting.statement], .deleted)
            }
            let seen = sight.slice.lastChange(of: RowKey(.task, there.task))
            let time = clock.tick(for: request.device, now: request.now, after: seen)
            let deletion = SyncOperation(opId: .random(), id: there.task, at: time, kind: .delete)
            var decision = Decision(
                Push(operations: [deletion], confirmsMassDelete: true), answer: CalendarOutcome.deleted)
            decision.isWhole = true
            decision.alongside = [counting.statement]
            return decision
        }
        return answer
    }

    /// Puts a task, an event or a journal under another name, or into another collection, as it is.
    package func move(_ request: CalendarRequest, to address: Resource.Address) async throws -> CalendarOutcome {
        while true {
            let uid = try await uid(at: request.address, of: request.account)
            guard let uid else { return .notFound }
            if let outcome = try await move(request, to: address, called: uid) { return outcome }
        }
    }

    /// - Returns: nil where something else is there by now.
    private func move(
        _ request: CalendarRequest, to address: Resource.Address, called uid: String
    ) async throws -> CalendarOutcome? {
        let named = NamedResource(at: request.address, uid: uid, of: request.account)
        var needs = SliceNeeds()
        if address.collection != .zero { needs.lists = [address.collection] }
        var asking = LedgerRequest(of: request.account, seeing: needs, now: request.now)
        asking.named = named.moving(to: address)
        let (_, answer) = try await ledger.change(asking) {
            [clock = ledger.clock] sight -> Decision<CalendarOutcome?> in
            let mark = CalendarMark(request.account, sight.position.epoch)
            func refused(_ outcome: CalendarOutcome?) -> Decision<CalendarOutcome?> {
                Decision(Push(operations: []), answer: outcome)
            }
            guard let there = sight.resources.first(where: { $0.address == request.address && !$0.isGone }) else {
                return refused(.notFound)
            }
            guard there.uidText == uid else { return refused(nil) }
            guard request.condition.holds(for: there, mark) else {
                return refused(.conditionFailed(sight.tag(of: there, mark)))
            }
            if address.collection != .zero, sight.slice.lists[address.collection]?.isDeleted ?? true {
                return refused(.notFound)
            }
            if sight.resources.contains(where: { $0.address == address && !$0.isGone }) { return refused(.nameTaken) }
            let twin = sight.resources.first { other in
                !other.isGone && other.task != there.task && other.address.collection == address.collection
                    && other.isCalled(uid)
            }
            if let twin { return refused(.uidTaken(twin.address)) }
            let kinds = sight.slice.lists[address.collection].map { KeptProperties($0).kinds } ?? [.todo]
            if let component = there.component {
                guard kinds.contains(where: { $0.rawValue == component }) else { throw CalendarRefusal.notKept(kinds) }
                let guest = Guest(there.task, at: there.address, uid: uid, component: component)
                let revision = sight.position.revision + 1
                return .ofGuest(
                    request, in: address.collection, clock,
                    guest.move(to: address, of: request.account, at: revision, request.now), .created(nil))
            }
            guard let task = sight.slice.tasks[there.task] else { return refused(.notFound) }
            if task.collection != address.collection, !kinds.contains(.todo) { throw CalendarRefusal.notKept(kinds) }
            var fields: [JSONMember] = []
            if task.collection != address.collection {
                let list = address.collection == .zero ? JSONValue.null : .string(address.collection.text)
                fields.append(JSONMember(TaskField.listId.name, list))
            }
            if address.name != there.address.name {
                fields.append(JSONMember(CalendarName.field(there.part), .string(address.name)))
            }
            guard !fields.isEmpty else { return refused(.changed(nil)) }
            let time = clock.tick(
                for: request.device, now: request.now, after: sight.slice.lastChange(of: RowKey(.task, task.id)))
            var decision = Decision(
                Push(operations: [SyncOperation(opId: .random(), id: task.id, at: time, fields: fields)]),
                answer: CalendarOutcome?.some(.created(nil)))
            decision.isWhole = true
            return decision
        }
        return answer
    }

    // MARK: What is looked up before

    /// What is at an address is called so. Nil where nothing is there.
    private func uid(at address: Resource.Address, of account: Identifier) async throws -> String? {
        try await database.read(
            of: account,
            """
            SELECT \(Resource.columns) FROM dav_resource WHERE account_id = \(account)
                AND collection_id = \(address.collection) AND name = \(address.name) AND NOT is_gone
            """
        ).first.map { row in
            var columns = StoredColumns(row)
            return try Resource(&columns).uidText
        }
    }

    /// The tasks that the UIDs of others in it mean.
    private func relatives(of object: CalendarObject, _ account: Identifier) async throws -> [String: Identifier] {
        let uids = object.master.lines.filter { $0.name == "RELATED-TO" }.prefix(20).map(\.value)
        guard !uids.isEmpty else { return [:] }
        let ids = uids.flatMap { CalendarName.candidates(uid: $0, account: account) }
        let rows = try await database.read(
            of: account,
            """
            SELECT coalesce(uid, CASE WHEN is_head THEN series_id ELSE task_id END::text), task_id FROM dav_resource
            WHERE account_id = \(account) AND NOT is_gone AND component IS NULL
                AND (uid = ANY(\(uids)) OR task_id = ANY(\(ids)) OR series_id = ANY(\(ids)) AND is_head)
            LIMIT 100
            """)
        var tasks: [String: Identifier] = [:]
        for (uid, task) in try rows.decode((String, Identifier).self) where uids.contains(uid) { tasks[uid] = task }
        return tasks
    }

    /// What a new task that is completed may be a copy of: occurrences that were completed lately, and the heads of
    /// series that are open and about the same day, those of its title first.
    private func originals(of object: CalendarObject, _ request: CalendarRequest) async throws -> [Identifier] {
        guard object.master.first("STATUS")?.value.uppercased() == "COMPLETED", object.master.first("RRULE") == nil
        else { return [] }
        var rows = try await database.read(
            of: request.account,
            """
            SELECT task.task_id FROM completion
            JOIN task ON task.account_id = \(request.account) AND task.task_id = completion.task_id
            WHERE completion.account_id = \(request.account)
                AND completion.completed_at > \(request.now.adding(milliseconds: -600_000))
                AND coalesce(task.list_id, \(Identifier.zero)) = \(request.address.collection)
                AND task.recurrence IS NOT NULL
            ORDER BY completion.completed_at DESC LIMIT 20
            """
        ).map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) }
        if let day = object.day {
            rows += try await openHeads(about: day, object.master.first("SUMMARY")?.value, request)
        }
        return rows
    }

    /// Nothing, where something is at the address already: then it is no new task.
    private func openHeads(
        about day: CalendarDate, _ title: String?, _ request: CalendarRequest
    ) async throws -> [Identifier] {
        // What time it is depends on the zone, which is looked at later.
        let start = LocalDay(zone: .utc).start(of: day)
        let (first, last) = (
            start.adding(milliseconds: -Instant.dayLength), start.adding(milliseconds: 2 * Instant.dayLength)
        )
        func heads(_ condition: Query) -> Query {
            """
            (SELECT task.task_id, task.title = \(title ?? "") AS is_called FROM task
            JOIN dav_resource AS head ON head.account_id = \(request.account) AND head.task_id = task.task_id
                AND head.is_head AND NOT head.is_gone
            WHERE task.account_id = \(request.account) AND task.deleted_at IS NULL AND task.completed_at IS NULL
                AND task.recurrence IS NOT NULL
                AND coalesce(task.list_id, \(Identifier.zero)) = \(request.address.collection)
                AND \(condition)
            ORDER BY is_called DESC, task.task_id LIMIT 20)
            """
        }
        let rows = try await database.read(
            of: request.account,
            """
            SELECT task_id FROM (
                \(heads("task.due_at BETWEEN \(first) AND \(last)"))
                UNION ALL
                \(heads("task.due_at IS NULL AND task.scheduled_date = \(day)"))
            ) AS found WHERE NOT EXISTS (SELECT 1 FROM dav_resource AS there WHERE there.account_id = \(request.account)
                AND there.collection_id = \(request.address.collection) AND there.name = \(request.address.name)
                AND NOT there.is_gone)
            """)
        return try rows.map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) }
    }
}

extension AccountSight {
    /// A guest is always served as it came.
    fileprivate func tag(of resource: Resource, _ mark: CalendarMark) -> CalendarTag {
        CalendarTag(mark: mark, revision: resource.shownRevision, form: resource.isGuest ? .octets : .made)
    }
}

extension PushResult {
    /// What calendar programs change needs no confirmation, and the ledger throws where there is no account.
    fileprivate var commit: Commit {
        get throws(Problem) {
            guard case .merged(let commit) = self else { throw Problem.unauthenticated }
            return commit
        }
    }
}
