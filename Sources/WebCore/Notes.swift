import DaybookCore

/// Everything that lies on the disk, and which of it is other than when it was last folded.
struct Notes {
    /// While the app begins. Afterwards the replica has them.
    var parts: ReplicaParts
    /// The device's zone, which counts while nobody has set one.
    var zone: String
    /// What was done on this device, the latest last.
    var deeds: [Deed] = []
    /// Changes that the server will never take, and that nobody has looked at yet.
    var refused: [RefusedChange] = []
    /// Changes that gave way to others.
    var lost: [LostChange] = []

    /// Chunks that are other than on the disk, a bit each.
    var changed: UInt64 = 0
    /// Those of a folding that is on its way to the disk.
    var folding: UInt64 = 0
    /// Writes since the last folding.
    var unfolded = 0

    static let everything = UInt64.max
    static let chunks = 64
    static let mostDeeds = 200
    /// Of all deeds together.
    static let mostEntries = 5000
    static let mostLost = 1000

    init(_ parts: ReplicaParts, zone: String) {
        self.parts = parts
        self.zone = zone
    }

    /// The chunk that a row lies in. Names are random in their last digits, also those that begin with a time.
    static func chunk(of id: Identifier) -> Int { Int(truncatingIfNeeded: id.low & 63) }

    /// Takes note of a write, as it happens or when it is read again.
    mutating func take(_ write: Write) {
        unfolded += 1
        for edit in write.edits { mark(edit) }
        takeClocks(write.edits)
        if let deed = write.deed { add(deed) }
        refused += write.refused
        lost += write.lost
        for opId in write.refused.lazy.map({ $0.operation.opId }) { deeds.removeAll { $0.opId == opId } }
        if !write.seen.isEmpty {
            refused.removeAll { write.seen.contains($0.operation.opId) }
            lost.removeAll { write.seen.contains($0.opId) }
        }
        if lost.count > Self.mostLost { lost.removeFirst(lost.count - Self.mostLost) }
    }

    /// Answered operations have the clocks that the server gave them.
    private mutating func takeClocks(_ edits: [ReplicaEdit]) {
        let given = ReplicaEdit.clocksGiven(in: edits)
        guard !given.isEmpty else { return }
        for index in deeds.indices { deeds[index].take(given) }
    }

    private mutating func add(_ deed: Deed) {
        if let undone = deed.undoes, let index = deeds.lastIndex(where: { $0.opId == undone }) {
            deeds[index].undoneBy = deed.opId
        }
        deeds.append(deed)
        var entries = deeds.reduce(0) { $0 + $1.entries.count }
        while deeds.count > Self.mostDeeds || (entries > Self.mostEntries && deeds.count > 1) {
            entries -= deeds.removeFirst().entries.count
        }
    }

    private mutating func mark(_ edit: ReplicaEdit) {
        switch edit {
        case .task(let task, _): changed |= 1 << UInt64(Self.chunk(of: task.id))
        case .list(let list, _): changed |= 1 << UInt64(Self.chunk(of: list.id))
        case .settings: changed |= 1
        case .dropIncoming, .adopt: changed = Self.everything
        case .queue, .answer, .drop, .forget, .land, .sendAgain: break
        }
    }
}

/// What one change puts down: one line of the journal.
struct Write {
    var edits: [ReplicaEdit] = []
    var standing: Replica.Standing
    var deed: Deed?
    var refused: [RefusedChange] = []
    var lost: [LostChange] = []
    /// Operations whose trouble somebody has looked at.
    var seen: [Identifier] = []

    init(_ standing: Replica.Standing) { self.standing = standing }
}

/// A change that the server will never take.
struct RefusedChange {
    var operation: SyncOperation
    var code: String
    var sentence: String
    var at: Instant
}

/// A change that did not get its way in some fields.
struct LostChange {
    var opId: Identifier
    var entity: SyncOperation.Entity
    var id: Identifier
    var at: Instant
    var conflicts: [Conflict]
}
