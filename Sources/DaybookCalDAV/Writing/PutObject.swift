import DaybookCalendarIndex
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import Postgres

/// A PUT on its way: whom it means, on which condition, from what it was made, and what is to be done.
struct PutObject: Sendable {
    let object: CalendarObject
    let body: [UInt8]
    let request: CalendarRequest
    let clock: AuthorClock
    var program = CalendarProgram()
    /// What the device was served last under this name.
    var served: CalendarBase?
    var tasksByUID: [String: Identifier] = [:]
    /// Tasks that were completed just now, of which it may be a copy.
    var originals: [Identifier] = []
    /// Writes down which properties its program knows, if it is taken.
    var learning: Query?

    /// What it comes to before anything is written.
    enum Answer: Sendable {
        case refused(CalendarOutcome)
        /// Of which task, under the mark of its tags.
        case done(Identifier, isNew: Bool, CalendarMark)
        /// It was done before, and nothing happened since.
        case alreadyDone(Resource, isNew: Bool, CalendarMark)
    }

    /// Of which operations it consists: those of a condition are known when they come again.
    func opId(_ place: Int) -> Identifier {
        guard !request.condition.isNone else { return .random() }
        return .derived(.calendarPut, request.device.high, request.device.low, UInt64(place), from: fingerprint)
    }

    /// What is refused is the same as often as it wants the same of the same state.
    private func refusalId(_ task: Identifier, _ base: CalendarBase, _ conflicts: [Conflict]) -> Identifier {
        let wanted = conflicts.map { "\($0.field)=\(String(decoding: $0.mine.json, as: UTF8.self))" }
        return .derived(
            .calendarPut, request.device.high, request.device.low, task.high, task.low,
            UInt64(bitPattern: base.revision),
            from: wanted.joined(separator: "\n"))
    }

    private let fingerprint: String
    /// Of the object itself; and one of each occurrence that it tells of beside.
    private var mostSteps: Int { 8 + object.overrides.count }
    /// Of one task so many refused edits are kept, and no more: a program that never reads anew fills no ledger.
    static let mostRefused = 100

    init(_ object: CalendarObject, _ body: [UInt8], _ request: CalendarRequest, _ clock: AuthorClock) {
        (self.object, self.body, self.request, self.clock) = (object, body, request, clock)
        let condition = request.condition
        fingerprint =
            condition.isNone
            ? ""
            : """
            \(request.address.collection.text)/\(request.address.name)
            \(condition.isNew) \(condition.tags ?? [])
            \(Sodium.base64(Sodium.sha256(body)))
            """
    }

    /// What it has to see to be decided.
    var asking: LedgerRequest {
        let named = NamedResource(at: request.address, uid: object.uid, of: request.account)
        var needs = SliceNeeds()
        if let list = request.listId { needs.lists = [list] }
        needs.tasks = Set(named.tasks)
        var asking = LedgerRequest(of: request.account, seeing: needs, now: request.now)
        asking.named = named
        asking.isLong = body.count > CalendarWrites.longBody
        // What may be in the ledger already.
        asking.operations = request.condition.isNone ? [] : (0..<mostSteps).map(opId)
        return asking
    }

    // MARK: Deciding

    func decide(_ sight: AccountSight) throws -> Decision<Answer> {
        if let id = request.listId, sight.slice.lists[id]?.isDeleted ?? true { return answer(.refused(.notFound)) }
        let mark = CalendarMark(request.account, sight.position.epoch)
        let named = sight.resources.first { $0.address == request.address && !$0.isGone }
        // What an app has put there is done there.
        if named == nil, let list = request.listId.flatMap({ sight.slice.lists[$0] }),
            case let kinds = KeptProperties(list).kinds, !kinds.contains(.todo)
        {
            throw CalendarRefusal.notKept(kinds)
        }
        if let guest = guestInTheWay(of: named, sight) { return answer(.refused(.uidTaken(guest.address))) }
        if let named, let first = sight.known[opId(0)] {
            if named.shownRevision <= sight.known.values.max() ?? first {
                return answer(.alreadyDone(named, isNew: request.condition.isNew, mark))
            }
        }
        if let named, !named.isCalled(object.uid) {
            return answer(.refused(.uidTaken(named.address)))
        }
        let target = named ?? meant(sight)
        guard try request.condition.holds(for: named, mark) || isOwnDoing(named, sight, mark) else {
            return try refuse(named, target, sight, mark)
        }
        if named == nil, let target, !target.isGone, target.address.collection == request.address.collection {
            return answer(.refused(.uidTaken(target.address)))
        }
        let put = try put(on: target, sight, mark)
        // An earlier task of a series that went has the identifier that this would have.
        let id = CalendarName.identifier(uid: object.uid, account: request.account)
        if put.row == nil, let there = sight.slice.tasks[id], !there.isDeleted,
            let resource = sight.resources.first(where: { $0.task == id && !$0.isGone })
        {
            return answer(.refused(.uidTaken(resource.address)))
        }
        let done = try put.decision()
        return try decision(done, put, isNew: named == nil, sight, mark)
    }

    private func answer(_ answer: Answer) -> Decision<Answer> {
        Decision(Push(operations: []), answer: answer)
    }

    /// An event or a journal that is at the address, or has the UID in this collection.
    private func guestInTheWay(of named: Resource?, _ sight: AccountSight) -> Resource? {
        sight.resources.first { other in
            other.isGuest
                && (other.address == named?.address
                    || other.address.collection == request.address.collection && other.isCalled(object.uid))
        }
    }

    /// Whom its UID means, wherever that is: what is there before what is gone.
    private func meant(_ sight: AccountSight) -> Resource? {
        let all = sight.resources.sorted {
            ($0.isGone ? 1 : 0, -$0.shownRevision) < ($1.isGone ? 1 : 0, -$1.shownRevision)
        }.filter { $0.component == nil && (!$0.isGone || sight.slice.tasks[$0.task]?.isDeleted ?? false) }
        if let called = all.first(where: { $0.isCalled(object.uid) }) { return called }
        let candidates = CalendarName.candidates(uid: object.uid, account: request.account)
        return all.first { candidates.contains($0.task) && sight.slice.tasks[$0.task] != nil && $0.uid == nil }
    }

    // MARK: What it was made from

    func put(on target: Resource?, _ sight: AccountSight, _ mark: CalendarMark) throws -> CalendarPut {
        let slice = sight.slice
        var put = CalendarPut(
            object, account: request.account, settings: slice.settings, now: request.now)
        (put.program, put.tasksByUID) = (program, tasksByUID)
        if let list = request.listId.flatMap({ slice.lists[$0] }), let zone = KeptProperties(list).zone {
            put.zone = zone
        }
        put.listId = request.listId
        put.name = request.address.name
        try see(Set(originals), sight)
        put.originals = originals.compactMap { slice.tasks[$0] }
        guard let target else {
            // It may have been deleted before anybody asked over CalDAV.
            let id = CalendarName.identifier(uid: object.uid, account: request.account)
            try see([id], sight)
            if let task = slice.tasks[id], task.isDeleted { put.row = try shown(task, .head, sight) }
            return put
        }
        try see([target.task], sight)
        guard let task = slice.tasks[target.task] else { return put }
        put.row = try shown(task, target.isGone ? .head : target.part, sight)
        put.base = try base(of: target, sight, mark)
        let named = put.occurrencesNamed
        try see(Set(named), sight)
        put.occurrences = named.compactMap { slice.tasks[$0] }
        return put
    }

    private func shown(_ task: TaskItem, _ part: ShownTask.Part, _ sight: AccountSight) throws -> ShownTask {
        guard let parent = task.parentId else { return ShownTask(task, part) }
        if let uid = tasksByUID.first(where: { $0.value == parent })?.key {
            return ShownTask(task, part, parentUID: uid)
        }
        try see([parent], sight)
        return ShownTask(task, part, parentUID: sight.slice.tasks[parent]?.calendarUID())
    }

    /// Rows that were not looked for are, and it is asked again.
    func see(_ tasks: Set<Identifier>, _ sight: AccountSight) throws {
        let missing = tasks.filter { !sight.seen.tasks.contains($0) && sight.slice.tasks[$0] == nil }
        guard !missing.isEmpty else { return }
        var needs = SliceNeeds()
        needs.tasks = missing
        throw UnseenRows(needs: needs)
    }

    /// The newest state that the program demonstrably knew; nil where that is the present one, or none is known.
    private func base(of target: Resource, _ sight: AccountSight, _ mark: CalendarMark) throws -> ShownTask? {
        let told =
            request.condition.revision(mark).map { revision in
                CalendarBase(revision: revision, task: target.task)
            } ?? object.base.flatMap { CalendarBase($0, mark) }
        let base = [told, served].compactMap(\.self).max { $0.revision < $1.revision }
        guard let base, base != CalendarBase(target) else { return nil }
        // Of another series: what it was made from was something else.
        if base.task != target.task {
            try see([base.task], sight)
            guard sight.slice.tasks[base.task]?.series == target.series else { return nil }
        }
        guard sight.seen.lines.contains(base.task) else {
            var needs = SliceNeeds()
            needs.lines = [base.task]
            throw UnseenRows(needs: needs)
        }
        return try state(of: base, sight).map { try shown($0, .head, sight) }
    }

    /// The row as it was, replayed from the ledger. Nil where that no longer reaches back so far.
    private func state(of base: CalendarBase, _ sight: AccountSight) throws -> TaskItem? {
        guard let lines = sight.slice.lines[base.task], lines.first?.created == true else {
            try see([base.task], sight)
            guard let task = sight.slice.tasks[base.task] else { return nil }
            guard let later = sight.answers else {
                throw UnseenRows(asking: LaterLines.question(after: base, of: request.account))
            }
            return try LaterLines(later).takenBack(from: task)
        }
        var slice = Slice(account: request.account)
        for line in lines where line.revision <= base.revision {
            if line.created { slice.tasks[base.task] = nil }
            slice.replay(line)
        }
        return slice.tasks[base.task]
    }

    // MARK: What is to be done

    private func decision(
        _ done: CalendarDecision, _ put: CalendarPut, isNew: Bool, _ sight: AccountSight, _ mark: CalendarMark
    ) throws -> Decision<Answer> {
        let isAgain = sight.known[opId(0)] != nil
        var latest: HybridTime?
        var operations: [SyncOperation] = []
        for (place, step) in done.steps.enumerated() {
            try see([step.id], sight)
            let seen = [sight.slice.lastChange(of: RowKey(.task, step.id)), latest].compactMap { $0 }.max()
            let time = clock.tick(for: request.device, now: request.now, after: seen)
            latest = time
            operations.append(
                SyncOperation(
                    opId: isAgain ? .random() : opId(place), id: step.id, at: time, kind: step.kind,
                    .task(step.patch), reopens: step.reopens))
        }
        let task =
            put.row?.task.id ?? done.steps.last?.id
            ?? CalendarName.identifier(uid: object.uid, account: request.account)
        var decision = Decision(
            Push(operations: operations, confirmsMassDelete: true), answer: Answer.done(task, isNew: isNew, mark))
        decision.isWhole = true
        decision.seeing.tasks = [task]
        decision.alongside = [learning].compactMap(\.self)
        let parent = put.row?.parentUID
        decision.octets = ReceivedOctets(body, of: task) { [tasksByUID, request] task, resource in
            guard resource.address == request.address else { return false }
            let parentUID = task.parentId.flatMap { id in tasksByUID.first { $0.value == id }?.key } ?? parent
            var same = put
            same.row = ShownTask(task, resource.part, parentUID: parentUID)
            return same.saysTheSame
        }
        return decision
    }

    /// It was made from a state that is no more. What it wanted beside what is there is kept.
    private func refuse(
        _ named: Resource?, _ target: Resource?, _ sight: AccountSight, _ mark: CalendarMark
    ) throws -> Decision<Answer> {
        let tag = named.map { CalendarTag(mark: mark, revision: $0.shownRevision, form: .made) }
        var decision = answer(.refused(.conditionFailed(tag)))
        guard let named, let revision = request.condition.revision(mark) else { return decision }
        let put = try put(on: named, sight, mark)
        guard put.base != nil, let done = try? put.decision() else { return decision }
        let kept = sight.slice.lines[named.task, default: []].count { $0.isRefusedEdit }
        guard kept < Self.mostRefused else { return decision }
        let wanted = done.steps.filter { $0.id == named.task }.flatMap(\.patch.members)
        guard let row = sight.slice.tasks[named.task] else { return decision }
        let conflicts = wanted.compactMap { member -> Conflict? in
            let field = TaskField(name: member.name)
            let theirs = field.map { row.shownValue(of: $0).json } ?? row.unknown[member.name]?.value ?? .null
            guard theirs != member.value else { return nil }
            let by = field.flatMap { row.clocks[$0] } ?? row.unknown[member.name]?.clock
            return Conflict(field: member.name, mine: member.value, theirs: theirs, reason: .newer, by: by)
        }
        let time = clock.tick(for: request.device, now: request.now, after: nil)
        let opId = refusalId(named.task, CalendarBase(revision: revision, task: named.task), conflicts)
        decision.refused = RefusedEdit(opId, of: named.task, at: time, conflicts)
        return decision
    }
}
