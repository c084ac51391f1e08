import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// The account as it is under its lock, for changes made online.
///
/// Every change is tried here first: the next one sees it, and what must be refused (fields that are wrong, a region
/// that is full, a list that is not there) is refused before anything is written.
struct ChangePlan: Sendable {
    /// The rows as they would be after the operations so far.
    private(set) var slice: Slice
    private(set) var operations: [SyncOperation] = []
    let now: Instant
    /// What the client speaks.
    let language: Language
    let identity: RequestIdentity
    /// What the rows' revisions count in.
    let history: AccountHistory
    /// The rows that were loaded; others may exist.
    let seen: SliceNeeds
    private let author: Identifier
    /// For whom lists that are kept from assistants are not there.
    let isForAssistant: Bool
    private let clock: AuthorClock
    private var latest: HybridTime?
    /// A task may be part of one that is not there yet. What is proposed together is not done in such parts.
    var takesPartsAlone = true
    /// What is known of the user's order beyond the neighbours.
    let stretches: [Stretch]
    /// The account's revision under its lock.
    let revision: Int64
    /// The operation that those made now are one deed with.
    var deed: Identifier?
    /// Tasks that were erased for good, of those that were loaded.
    let erased: Set<Identifier>
    /// The task that is erased by the request.
    private(set) var erasing: Identifier?
    /// Statements of the same transaction, on tables that no user writes.
    var alongside: [Query] = []
    /// Operations that a request needs beside those it asks for count down from the last place that there is.
    private var sparePlaces = 0

    init(
        _ sight: AccountSight, _ submission: Submission, _ clock: AuthorClock, _ stretches: [Stretch] = []
    ) {
        slice = sight.slice
        seen = sight.seen
        (revision, erased) = (slice.revision, sight.erased)
        history = AccountHistory(account: slice.account, epoch: sight.position.epoch)
        self.stretches = stretches
        self.clock = clock
        author = submission.principal.device
        isForAssistant = submission.principal.isAssistant
        identity = submission.identity
        now = submission.now
        language = submission.request.language
    }

    /// The account's days.
    var day: LocalDay { LocalDay(of: slice.settings) }

    /// An operation of this author on a row, later than everything that the row has seen.
    mutating func perform(
        _ place: Int, _ id: Identifier, _ kind: SyncOperation.Kind = .set, _ change: Change = .task([:]),
        reopens: HybridTime? = nil
    ) throws {
        try perform(
            SyncOperation(
                opId: identity.opId(place), id: id, at: time(after: lastChange(concerning: RowKey(change.entity, id))),
                kind: kind, change, reopens: reopens))
    }

    /// Nothing is to be done; under a key it is written down that nothing was, so that the request is known when it
    /// comes again.
    mutating func perform(nothing place: Int, on entity: SyncOperation.Entity = .task, _ id: Identifier) throws {
        guard identity.isKeyed else { return }
        let isLive =
            switch entity {
            case .task: slice.tasks[id].map { !$0.isDeleted } ?? false
            case .list: slice.lists[id].map { !$0.isDeleted } ?? false
            case .settings: true
            }
        // A deleted row takes no note of anything, the settings always do.
        if isLive {
            try perform(place, id, .set, Change(entity, []))
        } else {
            try perform(place, slice.account, .set, .settings([:]))
        }
    }

    /// Writes it down that what follows is done because a device proposed it, whose line this is.
    mutating func perform(proposalOf device: Identifier) throws {
        let at = clock.tick(for: device, now: now, after: nil)
        try perform(SyncOperation(opId: identity.opId(0), id: slice.account, at: at, .settings([:])), refusing: false)
    }

    /// Takes over operations that were planned elsewhere, as those of this request.
    mutating func perform(_ planned: [SyncOperation]) throws {
        let places = Dictionary(zip(planned.map(\.opId), 0...)) { first, _ in first }
        for (place, operation) in planned.enumerated() {
            var operation = operation
            operation.cause = operation.cause.flatMap { places[$0] }.map { identity.opId($0) }
            try perform(operation, as: place)
        }
    }

    /// Takes over an operation that was planned elsewhere, as one of this request. It is not refused: what it leads to
    /// is settled.
    mutating func perform(_ planned: SyncOperation, as place: Int) throws {
        var operation = planned
        operation.opId = identity.opId(place)
        try perform(operation, refusing: false)
    }

    mutating func nextSparePlace() throws -> Int {
        sparePlaces += 1
        // Half of all places, so that they never meet those that were asked for.
        guard sparePlaces < RequestIdentity.mostOperations / 2 else { throw Problem(.noRoom) }
        return RequestIdentity.mostOperations - sparePlaces
    }

    private mutating func perform(_ operation: SyncOperation, refusing: Bool = true) throws {
        if operation.entity == .task, erased.contains(operation.id) {
            // What was planned of many leaves it out.
            guard refusing else { return }
            throw Problem(.erased)
        }
        if refusing {
            try admit(operation)
            if let rejection = slice.refusal(of: operation) { throw Problem(rejection, in: language) }
            if tangles(operation) { throw Problem(.partsTangled) }
        }
        var operation = operation
        operation.cause = deed ?? operation.cause
        if case .merged(let merged) = Self.merge(operation, into: &slice, now) {
            switch merged.outcomes.first {
            case .rejected(let rejection): throw Problem(rejection, in: language)
            case .waiting: throw Problem(.notFound)
            default: break
            }
        }
        operations.append(operation)
        latest = max(latest ?? operation.at, operation.at)
    }

    /// It would make a task a part of itself.
    private func tangles(_ operation: SyncOperation) -> Bool {
        guard operation.ofTask[.parentId]?.identifier != nil else { return false }
        var trial = slice
        guard case .merged(let merged) = Self.merge(operation, into: &trial, now) else { return false }
        return merged.outcomes.first?.conflicts.contains { $0.reason == .tangled } ?? false
    }

    private static func merge(_ operation: SyncOperation, into slice: inout Slice, _ now: Instant) -> MergeResult {
        slice.merge(Push(operations: [operation], confirmsMassDelete: true), MergeContext(now: now))
    }

    /// Takes a task's words from it. It is deleted by it, where it is there.
    mutating func erase(_ id: Identifier, alongside statements: [Query]) throws {
        if slice.tasks[id] != nil { try perform(0, id, .delete) }
        (erasing, alongside) = (id, alongside + statements)
    }

    /// A time of the author's, above `seen` and above what it has said in this request.
    mutating func time(after seen: HybridTime?) -> HybridTime {
        let floor = [seen, latest].compactMap { $0 }.max()
        let time = clock.tick(for: author, now: now, after: floor)
        latest = time
        return time
    }

    /// The greatest clock of anything that is here.
    var latestChange: HybridTime? {
        let ofTasks = slice.tasks.values.compactMap(\.lastChange).max()
        let ofLists = slice.lists.values.compactMap(\.lastChange).max()
        return [ofTasks, ofLists, slice.settings.clocks.greatest].compactMap { $0 }.max()
    }

    /// What a change of a row has to come after: the row's last one, and, since the deletion of a list takes the tasks
    /// along that are here and older, theirs.
    private func lastChange(concerning row: RowKey) -> HybridTime? {
        let ofTasks = row.entity == .list ? slice.tasks.values.filter { $0.listId == row.id } : []
        return (ofTasks.map(\.lastChange) + [slice.lastChange(of: row)]).compactMap { $0 }.max()
    }

    // MARK: What an operation depends on

    /// Makes sure that the rows are here on which it depends whether the operation is refused, and that its list
    /// exists.
    private func admit(_ operation: SyncOperation) throws {
        guard operation.entity == .task, operation.kind != .delete else { return }
        var missing = SliceNeeds()
        let list = operation.ofTask[.listId]?.identifier
        if let list, !seen.lists.contains(list) { missing.lists.insert(list) }
        if let parent = operation.ofTask[.parentId]?.identifier, !seen.chains.contains(parent) {
            missing.chains.insert(parent)
        }
        let before = slice.tasks[operation.id]
        if let place = placeTaken(by: operation, before), !seen.places.contains(place) { missing.places.insert(place) }
        if missing != SliceNeeds() { throw UnseenRows(needs: missing) }
        if let list, try !sees(list: list) || slice.lists[list]?.isDeleted ?? true {
            throw Problem(invalid: "listId", .unknownValue, "There is no list with this id.")
        }
        if isForAssistant || !takesPartsAlone, let parent = operation.ofTask[.parentId]?.identifier,
            try task(parent)?.isDeleted ?? true
        {
            throw Problem(invalid: "parentId", .unknownValue, "There is no task with this id.")
        }
        if let list, slice.lists[list]?.filter != nil {
            throw Problem(
                invalid: "listId", .unknownValue, "This list shows what its filter finds. Tasks cannot be put into it.")
        }
    }

    /// The region and day whose tasks decide about the operation; nil for most operations, which take no place.
    private func placeTaken(by operation: SyncOperation, _ before: TaskItem?) -> RegionDay? {
        var alone = Slice(account: slice.account)
        alone.tasks[operation.id] = before
        alone.settings = slice.settings
        _ = alone.merge(Push(operations: [operation], confirmsMassDelete: true), MergeContext(now: now))
        guard let after = alone.tasks[operation.id], let region = after.region else { return nil }
        if region == .backlog {
            return slice.settings.backlogLimit == nil ? nil : RegionDay(date: nil, region: .backlog)
        }
        guard after.isPlaced else { return nil }
        let place = RegionDay(date: after.scheduledDate, region: region)
        if after.place != nil, before?.place != after.place || before?.bucket != after.bucket { return place }
        let unlocks = slice.settings.complementaryAfterMustDo && before?.state != after.state
        return unlocks ? place : nil
    }
}

/// A decision depends on what stands around this task in the user's order, farther than was loaded: load that too and
/// decide again.
struct CrowdedOrder: Error {
    var task: Identifier
}
