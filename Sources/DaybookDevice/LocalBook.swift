import DaybookCore

/// One account's book on one device: what the server said, what was done here, how it can be taken back, what the
/// server refused, and how the talk with it stands.
///
/// Pure: whoever holds it writes down the `Write` of each step before anything of the step is shown, and calls
/// `withdraw` where the disk does not take what was done.
package struct LocalBook {
    package private(set) var replica: Replica
    /// What was done here.
    package private(set) var deeds: Deeds
    package private(set) var troubles: Troubles
    package var sync = SyncState()
    /// The request that is on its way.
    package var exchange: Replica.Exchange?
    /// How far the server is, as it last told.
    package var told: Int64 = 0
    /// The device's zone, which counts while nobody has set one.
    private let zone: () -> String
    let chance: Chance
    /// What the last deed sends.
    private var queued: [Identifier] = []
    /// As they were before it.
    private var troublesBefore = Troubles()

    package init(
        _ parts: ReplicaParts, deeds: Deeds, troubles: Troubles, zone: @escaping () -> String, chance: Chance,
        now: Instant
    ) {
        replica = Replica(parts, now: now)
        self.deeds = deeds
        self.troubles = troubles
        self.zone = zone
        self.chance = chance
    }

    /// What lies on the disk is other than what is here, because somebody else has written there.
    package mutating func read(_ parts: ReplicaParts, deeds: Deeds, troubles: Troubles, now: Instant) {
        // Not both at once in memory.
        replica = Replica(account: parts.base.account, device: parts.device)
        replica = Replica(parts, now: now)
        self.deeds = deeds
        self.troubles = troubles
    }

    /// The account's settings. Until somebody has chosen a zone, or the server has told the account's, days are those
    /// of the device's zone. What the device itself changed in the settings says nothing of it.
    package var settings: AccountSettings {
        var settings = replica.view.settings
        if settings.clocks[.timeZone] == nil, replica.base.settings.revision == 0 { settings.timeZone = zone() }
        return settings
    }

    package func moment(at now: Instant) -> Moment { Moment(now, in: LocalDay(of: settings)) }

    func identifier() -> Identifier {
        var chance = chance
        return .random(using: &chance)
    }

    // MARK: Doing

    /// Does one gesture, all of it or nothing. One undo takes it back.
    package mutating func act(
        at now: Instant, _ body: (inout Gesture) throws(Refused) -> Void
    ) throws(Refused) -> Step {
        try perform(at: now, undoes: nil, body)
    }

    /// Undoes a deed; where that is itself an undoing, what it undid is done again. What somebody changed since stays
    /// as it is, and is named in the step's `kept`.
    package mutating func undo(_ opId: Identifier, at now: Instant) throws(Refused) -> Step {
        guard let deed = deeds.open(opId) else {
            throw Refused("nothing_to_undo", "There is no such deed, or it was taken back.")
        }
        let plan = replica.undo(deed, passing: deeds.passed(after: deed), now: now, request: identifier())
        var step = try perform(at: now, undoes: opId) { gesture throws(Refused) in
            for operation in plan.operations {
                gesture.ids.append(operation.id)
                try gesture.perform(operation)
            }
        }
        step.kept = plan.kept
        return step
    }

    private mutating func perform(
        at now: Instant, undoes: Identifier?, _ body: (inout Gesture) throws(Refused) -> Void
    ) throws(Refused) -> Step {
        var gesture = Gesture(replica, settings, troubles, now: now, chance: chance)
        // The gesture has the only reference to the rows now, so they are changed in place, not copied.
        replica = Replica(account: replica.base.account, device: replica.device)
        do throws(Refused) { try body(&gesture) } catch {
            gesture.takeBack()
            replica = gesture.replica
            throw error
        }
        replica = gesture.replica
        queued = gesture.queued
        troublesBefore = troubles
        var step = Step(rows: gesture.rows, ids: gesture.ids, operations: gesture.operations)
        guard step.deed != nil || !gesture.seen.isEmpty || undoes != nil else { return step }
        // An undoing that found nothing to do is remembered all the same, so that it is not tried again.
        let opId = step.deed ?? undoes.map { _ in identifier() }
        step.write = write { write in
            write.seen = gesture.seen
            write.deed = opId.map { Deed(opId: $0, at: now, entries: gesture.entries, undoes: undoes) }
        }
        if step.deed != nil { sync.want() }
        return step
    }

    /// The last deed was not written down, so it was never done. Answers the rows that look different now.
    package mutating func withdraw(_ deed: Identifier, at now: Instant) throws(Refused) -> RowSet {
        guard deeds.all.last?.opId == deed else {
            throw Refused("unknown_deed", "Only the last deed can be withdrawn.")
        }
        deeds.withdrawLast()
        troubles = troublesBefore
        var rows = RowSet()
        for opId in queued.reversed() { rows.formUnion(replica.withdraw(opId, now: now)) }
        queued = []
        _ = replica.takeEdits()
        return rows
    }

    // MARK: What all of them need

    /// Puts down what the replica changed, and whatever comes with it.
    mutating func write(_ also: (inout Write) -> Void = { _ in }) -> Write {
        var write = Write(replica.standing)
        write.add(replica.takeEdits())
        replica.forget(write.erased)
        write.add(replica.takeEdits())
        also(&write)
        write.moved = deeds.take(write)
        troubles.take(write)
        return write
    }

    mutating func change<Outcome>(_ body: (inout Replica) -> Outcome) -> Outcome { body(&replica) }
}

/// What one call of a book came to.
package struct Step {
    /// What is to be on the disk before anything of this is shown; nil where nothing is.
    package var write: Write?
    /// The rows that look different now.
    package var rows = RowSet()
    /// The rows that were named or made, in their order.
    package var ids: [Identifier] = []
    /// What was asked for and done; the first of them names the deed.
    package var operations: [Identifier] = []
    /// What an undoing left as it is, because somebody changed it since.
    package var kept: [UndoPlan.Kept] = []

    /// Nothing changed, and nothing is to be written down.
    package static var nothing: Step { Step() }

    /// What `undo` takes back; nil where nothing was done.
    package var deed: Identifier? { operations.first }
}
