import DAV
import DaybookAccounts
import DaybookCore
import DaybookFormats
import DaybookLedger
import HTTP
import Postgres
import Reactor

/// MKCALENDAR and MKCOL, PROPPATCH and DELETE of calendars, which are lists.
///
/// 201 for a new one under the address that the client chose, 405 where there is something. 207 with what became of
/// each property: all of them or none. 204 for a list that was deleted with its tasks, 403 `mass_delete_unconfirmed`
/// where that would take most of the account along.
struct ChangeCollections: Sendable {
    let calendars: Calendars
    let ledger: Ledger
    /// What a calendar may be made for.
    let kinds: Set<CalendarObject.Kind>

    var routes: [GuardedRoute] {
        var routes: [GuardedRoute] = []
        routes += [GuardedRoute].dav(.mkcalendar, .collection, changes: true) { try await make($0, isExtended: false) }
        routes += [GuardedRoute].dav(.mkcol, .collection, changes: true) { try await make($0, isExtended: true) }
        routes += [GuardedRoute].dav(.proppatch, .collection, changes: true, patch)
        for place in [AddressKind.principal, .home, .object] {
            routes += [GuardedRoute].dav(.proppatch, place, changes: true, refusePatch)
        }
        routes += [GuardedRoute].dav(.delete, .collection, changes: true, delete)
        for method in [Method.copy, .move] {
            routes += [GuardedRoute].dav(method, .collection, changes: true) { _ in
                throw Violation(403, nil, "A calendar keeps its address; its name is the property displayname.")
            }
        }
        return routes
    }

    // MARK: Making

    @Sendable private func make(_ asked: DAVRequest, isExtended: Bool) async throws -> Response {
        let update = try await asked.update { body throws(Violation) in try PropertyUpdate(making: body) }
        let id = Identifier.random()
        var patch = CollectionPatch(update, on: KeptProperties(TaskList(id: id)), isInbox: false, newOf: kinds)
        guard !isExtended || patch.isCalendar else {
            throw Violation(
                403, .dav("valid-resourcetype"), "Only calendars are made here: MKCALENDAR, or MKCOL with one.")
        }
        if let told = patch.kinds, told.isEmpty {
            throw Violation(
                403, .calDAV("supported-calendar-component"),
                kinds == [.todo]
                    ? "A calendar holds tasks, VTODO, and nothing else."
                    : "A calendar holds tasks, events or journals: VTODO, VEVENT, VJOURNAL.")
        }
        let segment = try asked.segment
        guard (1...255).contains(segment.utf8.count), !segment.utf8.contains(0), !segment.utf8.contains(0x2F) else {
            throw Violation(403, nil, "The last segment of a calendar's address has 1 to 255 bytes.")
        }
        let taken = Violation(405, .dav("resource-must-be-null"), "There is a calendar at this address.")
        guard try await calendars.reads.collection(at: segment, of: asked.account).collection == nil else {
            throw taken
        }
        guard patch.refused.isEmpty else {
            var document = Multistatus()
            patch.respond(asked.address.href, to: &document)
            return .multistatus(document)
        }
        let now = Instant.now()
        var operations = try await moveAside(for: id, &patch, asked, now)
        var fields = patch.fields
        if !fields.contains(where: { $0.name == ListField.title.name }) {
            fields.append(JSONMember(ListField.title.name, .string(segment)))
        }
        operations.append(
            SyncOperation(
                opId: .random(), id: id, at: ledger.clock.tick(for: asked.device, now: now, after: nil),
                .list(Patch<TaskList>(fields))))
        var asking = LedgerRequest(of: asked.account, now: now)
        asking.question = Self.calendars(at: segment, of: asked.account)
        let naming = Self.name(segment, id, of: asked.account)
        try await settle(asking) { [operations] sight in
            // Somebody may have been faster.
            guard sight.answers?.isEmpty ?? true else { throw taken }
            var decision = Decision(Push(operations: operations))
            decision.alongside = [naming]
            return decision
        }
        return Response(.created, fields: ["location": asked.address.href, "cache-control": "no-store"])
    }

    private static func calendars(at segment: String, of account: Identifier) -> Query {
        """
        SELECT 1 FROM dav_collection JOIN list USING (account_id, list_id)
        WHERE dav_collection.account_id = \(account) AND segment = \(segment) AND list.deleted_at IS NULL LIMIT 1
        """
    }

    /// Gives a list its address, in the transaction that makes it.
    private static func name(_ segment: String, _ list: Identifier, of account: Identifier) -> Query {
        """
        INSERT INTO dav_collection (account_id, segment, list_id) VALUES (\(account), \(segment), \(list))
        ON CONFLICT (account_id, segment) DO UPDATE SET list_id = excluded.list_id
        """
    }

    // MARK: Properties

    @Sendable private func patch(_ asked: DAVRequest) async throws -> Response {
        let update = try await asked.update { body throws(Violation) in try PropertyUpdate(proppatch: body) }
        let seen = try await calendars.collection(asked.segment, of: asked.account)
        let facts = try await calendars.facts(of: asked.account)
        var patch = CollectionPatch(
            update, on: facts.properties(of: seen), isInbox: seen.list == nil)
        if patch.refused.isEmpty, !patch.fields.isEmpty {
            let now = Instant.now()
            var operations = try await moveAside(for: seen.id, &patch, asked, now)
            let settings = facts.settings
            let latest =
                seen.list?.lastChange
                ?? (settings.unknown.entries.map(\.clock) + [settings.clocks.greatest].compactMap(\.self)).max()
            operations.append(
                SyncOperation(
                    opId: .random(), id: seen.list?.id ?? asked.account,
                    at: ledger.clock.tick(for: asked.device, now: now, after: latest),
                    Change(seen.list == nil ? .settings : .list, patch.fields)))
            try await settle(LedgerRequest(of: asked.account, now: now)) { [operations] _ in
                Decision(Push(operations: operations))
            }
        }
        var document = Multistatus()
        patch.respond(asked.address.href, to: &document)
        return .multistatus(document)
    }

    /// Finds a list's place where a client says its number; what makes room for it.
    private func moveAside(
        for list: Identifier, _ patch: inout CollectionPatch, _ asked: DAVRequest, _ now: Instant
    ) async throws -> [SyncOperation] {
        guard let number = patch.order else { return [] }
        let collections = try await calendars.collections(of: asked.account)
        let keys = CollectionOrder(collections).keys(for: list, at: number)
        guard let own = keys.last else { return [] }
        patch.stand(at: own.key)
        return keys.dropLast().map { place in
            let seen = collections.first { $0.id == place.id }?.list?.lastChange
            return SyncOperation(
                opId: .random(), id: place.id, at: ledger.clock.tick(for: asked.device, now: now, after: seen),
                Change(.list, [JSONMember(ListField.sortOrder.name, .string(place.key.text))]))
        }
    }

    @Sendable private func refusePatch(_ asked: DAVRequest) async throws -> Response {
        let update = try await asked.update { body throws(Violation) in try PropertyUpdate(proppatch: body) }
        if case .object(_, let segment, let name) = asked.address {
            let seen = try await calendars.collection(segment, of: asked.account)
            let there = try await calendars.reads.member(at: .init(seen.id, name), withTask: false, of: asked.account)
            guard there != nil else { throw Problem(.notFound) }
        }
        var document = Multistatus()
        document.beginResponse(asked.address.href)
        document.properties(
            update.changes.map(\.name), 403, condition: .dav("cannot-modify-protected-property"))
        document.endResponse()
        return .multistatus(document)
    }

    // MARK: Deleting

    @Sendable private func delete(_ asked: DAVRequest) async throws -> Response {
        let seen = try await calendars.collection(asked.segment, of: asked.account)
        guard let list = seen.list else {
            throw Violation(403, .dav("need-privileges"), hrefs: [asked.address.href], "The Inbox stays.")
        }
        let (account, device, now, clock) = (asked.account, asked.device, Instant.now(), ledger.clock)
        let guarding = DeletionGuard(account, device)
        var asking = LedgerRequest(of: account, now: now)
        asking.needs.lists.insert(list.id)
        asking.needs.tasksOfLists.insert(list.id)
        asking.question = guarding.question(deleting: list.id)
        let refusal = Violation(
            403, nil,
            "mass_delete_unconfirmed: this would delete most of the account's tasks. The owner can allow it.")
        let (result, isDone) = try await ledger.change(asking) { sight in
            let slice = sight.slice
            guard let list = slice.lists[list.id], !list.isDeleted else {
                return Decision(Push(operations: []), answer: false)
            }
            // It counts as later than every change of the tasks in it.
            let inside = slice.tasks.values.filter { $0.listId == list.id }
            let latest = (inside.map(\.lastChange) + [list.lastChange]).compactMap(\.self).max()
            let deletion = SyncOperation(
                opId: .random(), id: list.id, at: clock.tick(for: device, now: now, after: latest), kind: .delete,
                .list([:]))
            let count = inside.count { !$0.isDeleted }
            let counting = try guarding.counting(
                .tasks(count), among: slice.liveTasks, knowing: sight.answers, now: now)
            guard let counting else { throw refusal }
            var decision = Decision(
                Push(operations: [deletion], confirmsMassDelete: counting.isAllowed), answer: true)
            decision.isWhole = true
            decision.alongside = [counting.statement]
            return decision
        }
        switch result {
        case .noAccount: throw Problem(.notFound)
        case .massDeleteRefused: throw refusal
        case .merged(let commit):
            guard isDone else { throw Problem(.notFound) }
            try Self.requireTaken(commit)
            return Response(.noContent)
        }
    }

    // MARK: The door

    private func settle(
        _ asking: LedgerRequest, _ decide: @escaping @Sendable (AccountSight) throws -> Decision<Void>
    ) async throws {
        let (result, _) = try await ledger.change(asking) { sight in
            var decision = try decide(sight)
            decision.isWhole = true
            return decision
        }
        guard case .merged(let commit) = result else { throw Problem(.notFound) }
        try Self.requireTaken(commit)
    }

    private static func requireTaken(_ commit: Commit) throws(Violation) {
        for outcome in commit.outcomes {
            if case .rejected(let rejection) = outcome { throw Violation(403, nil, rejection.sentence) }
        }
    }
}

extension DAVRequest {
    /// The properties that its body sets; a long one is read between the requests of others.
    fileprivate func update(
        _ read: @Sendable @escaping ([UInt8]) throws(Violation) -> PropertyUpdate
    ) async throws -> PropertyUpdate {
        let body = try await body(atMost: Self.longestBody)
        return try await aside(if: body.count > Self.longBody) { () throws(Violation) in try read(body) }
    }
}
