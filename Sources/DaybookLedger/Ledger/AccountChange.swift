import DaybookCore
import Postgres
import Reactor

/// One account's change on its way through a transaction, which it may share with others: what it has seen, what it
/// wants to see next, and in the end what it comes to. Whatever it fails for is its own.
package struct AccountChange {
    let asked: AskedChange
    /// Nobody else waits for the transaction.
    let isAlone: Bool
    /// What is concluded has another name where its own is in the ledger already.
    var givesOtherNames = false
    /// Until the account is locked, those of any.
    var quotas: Quotas
    var clock: AccountClock?
    private var tellsChanges = false
    var erasures = ErasuresMet()
    /// Of the device that pushes, where its clock gave the times.
    var deviceClock: DeviceClock?
    var slice: Slice
    var context: MergeContext
    /// What has been looked for, found or not.
    var loaded = LoadedRows()
    /// How many bytes were left of tasks that were read in outline, also where they are here by now.
    var bytesLeft: [Identifier: Int] = [:]
    /// What else is kept of the account's tasks, where anything is.
    var projected: (any ProjectedChange)?
    /// What the asker's own question was answered.
    var answers: Rows?
    var knownRevisions: [Identifier: Int64] = [:]
    /// What is to be written; nil where nothing is.
    private(set) var rows: ChangedRows?
    private(set) var stage: Stage
    private(set) var outcome: Result<PushResult, any Error>?

    /// How far it has come.
    enum Stage {
        /// It is asked what is to be done, and again with the rows that it turned out to depend on.
        case deciding(seen: SliceNeeds, looks: Int)
        case decided(Decision<Void>)
        /// What is loaded may name more: what waits for a row, the list a task is in, the settings for its series, the
        /// occurrence that may be there, the place that this may take. Each look goes one step further.
        case looking(Decision<Void>, Push, looks: Int)
        case merging(Decision<Void>, Push)
        /// The projection follows, and looks for what it has to know of the tasks that change.
        case projecting(MergedPush, looks: Int)
    }

    /// What was merged, on its way to be written.
    struct MergedPush {
        let decision: Decision<Void>
        let push: Push
        let merged: Merged
        var followed: FollowedChange
        let clock: AccountClock
        let isMuch: Bool
    }

    init(_ asked: AskedChange, isAlone: Bool) {
        self.asked = asked
        self.isAlone = isAlone
        quotas = asked.request.quotas ?? .none
        slice = Slice(account: asked.account)
        context = MergeContext(now: asked.request.now, isServer: true)
        stage = .deciding(seen: asked.request.needs, looks: 0)
    }

    /// What it wants to see together with the account's clock.
    mutating func firstLook() -> RowLook {
        var look = loaded.look(for: asked.request.needs, outcomesOf: asked.request.operations)
        look.device = asked.request.device
        look.isWeighed = isWeighed(look)
        look.question = asked.request.question
        if asked.request.device != nil { deviceClock = DeviceClock() }
        if let named = asked.request.ofProjection {
            projected = asked.projections.onDemand?.projectedChange(of: asked.account, lookingUp: named)
            look.projected = projected?.look() ?? ProjectionLook()
        }
        return look
    }

    /// The account is locked; without a clock there is none, or others of this moment have it.
    mutating func lock(_ locked: LockedClock?) {
        guard let locked else { return fail(isAlone ? NoAccount() : BetterAlone()) }
        let clock = locked.clock
        if let cursor = asked.request.cursor, !clock.position.continues(cursor) {
            return fail(LedgerRefusal.cursorGone)
        }
        self.clock = clock
        tellsChanges = locked.tellsChanges
        if !locked.isProjected {
            if asked.request.ofProjection != nil { return fail(ProjectionBehind()) }
        } else if projected == nil {
            projected = asked.projections.onDemand?.projectedChange(of: asked.account, lookingUp: nil)
        }
        quotas = quotas.of(claimed: locked.isClaimed)
        slice.revision = clock.position.revision
        slice.liveTasks = clock.liveTasks
        slice.waitingCount = clock.waiting
        erasures.areAny = locked.erasures > 0
        context.epoch = clock.position.epoch
        context.room = quotas.room(beside: clock.use, ofWhich: clock.guests)
    }

    mutating func fail(_ error: any Error) {
        // The first failure counts.
        if case .failure? = outcome { return }
        outcome = .failure(error)
        rows = nil
    }

    /// What it wants to see next; nil once it is known what it comes to.
    mutating func next() async -> RowLook? {
        while outcome == nil {
            do {
                let look = try await advance()
                guard !look.isEmpty else { continue }
                guard isAlone || look.isShort else { throw BetterAlone() }
                return look
            } catch {
                fail(error)
            }
        }
        return nil
    }

    private mutating func advance() async throws -> RowLook {
        guard let clock else { throw NoAccount() }
        let erased = lookForErased()
        guard erased.isEmpty else { return erased }
        switch stage {
        case .deciding(let seen, let looks):
            guard looks < Self.mostLooks else { throw EndlessLooking() }
            do {
                var sight = AccountSight(slice: slice, position: clock.position, seen: seen)
                (sight.known, sight.answers, sight.projected) = (knownRevisions, answers, projected)
                sight.erased = erasures.standing(in: slice)
                (sight.outlines, sight.bytesLeft) = (loaded.outlines, bytesLeft)
                let rows = slice.tasks.count + asked.request.needs.tasks.count + (answers?.count ?? 0)
                let decision = try await aside(if: asked.request.isLong || rows > Self.manyRows) {
                    try asked.decide(sight)
                }
                stage = .decided(decision)
                let operations = decision.push.operations.map(\.opId) + [decision.refused?.opId].compactMap(\.self)
                return loaded.look(for: decision.seeing, outcomesOf: operations)
            } catch let unseen as UnseenRows {
                var seen = seen
                seen.add(unseen.needs)
                stage = .deciding(seen: seen, looks: looks + 1)
                loaded.forget(unseen.needs.tasks.filter { slice.tasks[$0]?.leavesNotes ?? false })
                var look = loaded.look(for: unseen.needs)
                look.question = unseen.question
                return look
            }
        case .decided(let decision):
            var push = decision.push
            if var clock = deviceClock {
                push = clock.correct(push, knowing: context.known, now: asked.request.now)
                deviceClock = clock
            }
            guard isAlone || isShort(push) else { throw BetterAlone() }
            erasures.takeOut(of: &push, knowing: context.known, slice)
            stage = .looking(decision, push, looks: 0)
            return RowLook()
        case .looking(let decision, let push, let looks):
            try requireFewFollowing(push)
            var look = loaded.look(for: await aside(if: isLong(push)) { slice.needs(for: push, context) })
            if look.isEmpty { look = self.look(for: await missingTexts(for: push, decision.seeing)) }
            if look.isEmpty {
                stage = .merging(decision, push)
                let names = await namesOfConclusions(from: push)
                look = loaded.look(for: SliceNeeds(), outcomesOf: names)
                look.question = guestsGoing(with: push, clock)
                return look
            }
            look.isWeighed = isWeighed(look, for: push)
            guard isAlone || looks < Self.mostLooks else { throw BetterAlone() }
            // What waits for a row may make another one for which something waits.
            guard looks < Self.mostLooks + Int(clock.waiting) else { throw EndlessLooking() }
            stage = .looking(decision, push, looks: looks + 1)
            return look
        case .merging(let decision, let push):
            try await merge(push, decision, clock)
            return RowLook()
        case .projecting(let merged, let looks):
            let needs = await aside(if: merged.isMuch) { projected?.look() ?? ProjectionLook() }
            guard !needs.isEmpty else {
                try await finish(merged)
                return RowLook()
            }
            guard looks < Self.mostLooks else { throw EndlessLooking() }
            stage = .projecting(merged, looks: looks + 1)
            var look = RowLook()
            look.projected = needs
            return look
        }
    }

    func isLong(_ push: Push) -> Bool {
        asked.request.isLong || push.operations.count + slice.tasks.count > Self.manyRows
    }

    private func isShort(_ push: Push) -> Bool {
        push.operations.count <= LedgerRequest.mostOperations && slice.tasks.count <= LedgerRequest.mostRows
    }

    // MARK: What goes with a list beside its tasks

    /// How many events and journals go with the lists that a push deletes, where somebody may have to confirm that: the
    /// merge knows tasks alone.
    private mutating func guestsGoing(with push: Push, _ clock: AccountClock) -> Query? {
        // What the decision had asked is answered, and not asked any more.
        answers = nil
        guard !push.confirmsMassDelete, clock.guests > Slice.massDeleteCount else { return nil }
        let lists = push.operations.filter { operation in
            operation.kind == .delete && operation.entity == .list && context.known[operation.opId] == nil
        }.map(\.id)
        return lists.isEmpty ? nil : GuestRows.count(inLists: lists, of: asked.account)
    }

    /// Too many of them for one who did not confirm it.
    private func refusedForGuests(_ clock: AccountClock) throws -> PushResult? {
        guard let row = answers?.first else { return nil }
        let going = Int(try row.decode(0, as: Int64.self))
        // What went before is no leave to delete more.
        let all = max(going, clock.guests - Int(try row.decode(1, as: Int32.self)))
        guard going > Slice.massDeleteCount, going * 2 > all else { return nil }
        return .massDeleteRefused(deletions: going, of: all)
    }

    // MARK: Merging

    private mutating func merge(_ push: Push, _ decision: Decision<Void>, _ clock: AccountClock) async throws {
        if let refused = try refusedForGuests(clock) {
            outcome = .success(refused)
            return
        }
        let isLong = isLong(push)
        let before = RowsBefore(slice)
        let rehearsed = asked.request.isRehearsal ? slice : nil
        let result = await aside(if: isLong) { slice.merge(push, context) }
        switch result {
        case .massDeleteRefused(let deletions, let total):
            outcome = .success(.massDeleteRefused(deletions: deletions, of: total))
        case .merged(var merged):
            guard missingTexts(for: merged, of: before.tasks).isEmpty else { throw TextsLeftBehind() }
            giveOtherNames(in: &merged)
            if let refused = decision.refused { remember(refused, in: &merged) }
            answerErasures(in: &merged, erasing: decision.erases)
            let isMuch = isLong || merged.entries.count > Self.manyRows || merged.takes(moreThan: Self.longText)
            if asked.request.isDivisible, push.operations.count > 1, isMuch {
                let isTooMuch = await aside(if: isLong) { merged.takes(moreThan: Self.mostBytes) }
                if isTooMuch { throw LedgerRefusal.tooMuchAtOnce }
            }
            if decision.isWhole { try requireRoom(merged, clock) }
            if let rehearsed {
                var commit = commit(of: merged, seeing: decision.seeing)
                commit.before = rehearsed
                outcome = .success(.merged(commit))
                return
            }
            let followed = await aside(if: isMuch) {
                FollowedChange(
                    merged, of: slice, since: before, isRetold: push.isRetold, now: asked.request.now)
            }
            let all = MergedPush(
                decision: decision, push: push, merged: merged, followed: followed, clock: clock, isMuch: isMuch)
            guard projected != nil, !followed.tasks.isEmpty else { return try await finish(all) }
            guard isAlone || !isMuch else { throw BetterAlone() }
            projected?.follow(followed.tasks)
            stage = .projecting(all, looks: 0)
        }
    }

    /// What is written, and what is answered.
    private mutating func finish(_ done: MergedPush) async throws {
        var rows = await aside(if: done.isMuch) {
            ChangedRows(
                done.merged, of: self, done.followed, done.push, alongside: done.decision.alongside, done.clock)
        }
        var commit = commit(of: done.merged, seeing: done.decision.seeing)
        commit.ofProjection = await projected?.conclude(
            done.decision.ofProjection, commit, linesOf: rows.entries.size, isMuch: done.isMuch)
        rows.followed?.looked = projected
        guard isAlone || !done.isMuch && !rows.isLong else { throw BetterAlone() }
        if !rows.isEmpty { self.rows = rows }
        outcome = .success(.merged(commit))
    }

    /// Throws the problem where something of a request that is done whole or not at all has no room.
    private func requireRoom(_ merged: Merged, _ clock: AccountClock) throws {
        for case .quota(let quota) in merged.outcomes {
            throw LedgerRefusal.noRoom(quotas.excess(quota, of: clock.use), quotas)
        }
    }

    private func commit(of merged: Merged, seeing: SliceNeeds) -> Commit {
        var commit = Commit(
            revision: slice.revision, outcomes: merged.outcomes, given: merged.given, entries: merged.entries,
            tasks: [:], lists: [:],
            settings: merged.writesSettings ? slice.settings : nil, shift: deviceClock?.shift ?? 0,
            tellsChanges: tellsChanges)
        // What was only looked at is not told without its texts.
        for id in merged.tasks.union(seeing.tasks).union(seeing.touched) where !loaded.outlines.contains(id) {
            commit.tasks[id] = slice.tasks[id]
        }
        for id in merged.lists.union(seeing.lists) { commit.lists[id] = slice.lists[id] }
        return commit
    }
}
