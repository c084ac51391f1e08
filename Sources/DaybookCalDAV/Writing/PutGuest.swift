import DaybookCalendarIndex
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import Postgres

/// A PUT of an event or a journal: it is kept whole in place of what was there, in a collection that was made for it.
///
/// Its line in the ledger is an operation of the list that says nothing, so that no device is sent anything; it is what
/// gives the guest its revision. The same body once more, after an answer that was lost, is done already.
struct PutGuest: Sendable {
    let object: CalendarObject
    let body: [UInt8]
    let request: CalendarRequest
    let clock: AuthorClock
    let quotas: Quotas

    /// So many an account may have where no quota says less.
    static let most = 100_000
    /// And so many bytes of them.
    static let mostBytes = 1 << 30

    var asking: LedgerRequest {
        var needs = SliceNeeds()
        if let list = request.listId { needs.lists = [list] }
        var asking = LedgerRequest(of: request.account, seeing: needs, now: request.now)
        asking.named = NamedResource(at: request.address, uid: object.uid, of: request.account)
        asking.isLong = body.count > CalendarWrites.longBody
        asking.question = Guest.question(at: request.address, writing: Sodium.sha256(body), of: request.account)
        return asking
    }

    func decide(_ sight: AccountSight) throws -> Decision<CalendarOutcome> {
        guard let list = request.listId else { throw CalendarRefusal.notKept([.todo]) }
        guard let row = sight.slice.lists[list], !row.isDeleted else { return .nothing(.notFound) }
        let kinds = KeptProperties(row).kinds
        guard kinds.contains(object.kind) else { throw CalendarRefusal.notKept(kinds) }
        let mark = CalendarMark(request.account, sight.position.epoch)
        let named = sight.resources.first { $0.address == request.address && !$0.isGone }
        let answer = try Guest.Answer(sight.answers, at: request.address)
        if let named, answer.found?.isSame ?? false {
            let tag = CalendarTag(mark: mark, revision: named.shownRevision, form: .octets)
            return .nothing(request.condition.isNew ? .created(tag) : .changed(tag))
        }
        guard request.condition.holds(for: named, mark) else {
            let tag = named.map { CalendarTag(mark: mark, revision: $0.shownRevision, form: .octets) }
            return .nothing(.conditionFailed(tag))
        }
        if let named, answer.found?.guest.uid != object.uid { return .nothing(.uidTaken(named.address)) }
        // What is there already is written anew, also where its UID came to stand twice: with a list of two accounts
        // that became one, or with a task that an app put there.
        let twin = sight.resources.first { other in
            !other.isGone && other.address.collection == request.address.collection && other.address != request.address
                && other.isCalled(object.uid)
        }
        if named == nil, let twin { return .nothing(.uidTaken(twin.address)) }
        try requireRoom(answer)
        let revision = sight.position.revision + 1
        let guest = Guest(
            answer.found?.guest.id ?? .random(), at: request.address, uid: object.uid,
            component: object.kind.rawValue)
        let tag = CalendarTag(mark: mark, revision: revision, form: .octets)
        return .ofGuest(
            request, in: list, clock,
            guest.writing(body, replacing: answer.found, of: request.account, at: revision, request.now),
            named == nil ? .created(tag) : .changed(tag))
    }

    /// Guests count as tasks, and their bytes as those of the ledger.
    private func requireRoom(_ answer: Guest.Answer) throws {
        let quotas = quotas.of(claimed: answer.isClaimed)
        let isNew = answer.found == nil
        let bytes = Int64(body.count) + GuestRows.overhead - (answer.found?.bytes ?? 0)
        let after = answer.use(adding: isNew ? 1 : 0, bytes)
        if isNew, answer.guests >= Self.most {
            throw LedgerRefusal.noRoom(.tasks(limit: Self.most, used: answer.guests), quotas)
        }
        if bytes > 0, answer.guestBytes + bytes > Int64(Self.mostBytes) {
            throw LedgerRefusal.noRoom(.bytes(limit: Self.mostBytes, used: answer.guestBytes), quotas)
        }
        if let excess = quotas.excess(after: after, from: answer.use) {
            throw LedgerRefusal.noRoom(excess, quotas)
        }
    }
}

extension Decision where Answer == CalendarOutcome {
    /// Nothing is written.
    static func nothing(_ outcome: CalendarOutcome) -> Self { Decision(Push(operations: []), answer: outcome) }
}

extension Decision {
    /// One line of the ledger that changes no row, and with it the statements about a guest, which is of its revision:
    /// the account's next.
    static func ofGuest(
        _ request: CalendarRequest, in list: Identifier, _ clock: AuthorClock, _ statements: [Query],
        _ answer: Answer
    ) -> Self {
        let time = clock.tick(for: request.device, now: request.now, after: nil)
        var decision = Decision(
            Push(operations: [SyncOperation(opId: .random(), entity: .list, id: list, at: time)]), answer: answer)
        decision.isWhole = true
        decision.alongside = statements
        return decision
    }
}
