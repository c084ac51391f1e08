import DaybookCore
import DaybookDevice

/// What lies on the disk: all of it while a book is opened, and afterwards which of it is other than when it was last
/// folded.
struct Notes {
    var parts: ReplicaParts
    /// The device's zone, which counts while nobody has set one.
    var zone: String
    var deeds = Deeds()
    var troubles = Troubles()

    /// The chunks that differ from those on the disk, one bit for each.
    var changedChunks: UInt64 = 0
    /// The chunks that are written anew (folded) and are not on the disk yet, one bit for each.
    var chunksBeingFolded: UInt64 = 0
    /// Writes in the journal since the chunks were last folded.
    var writesSinceFolding = 0

    static let everything = UInt64.max
    static let chunks = 64

    init(_ parts: ReplicaParts, zone: String) {
        self.parts = parts
        self.zone = zone
    }

    /// Without what the open book has.
    var marks: Notes {
        var notes = Notes(ReplicaParts(account: parts.base.account, device: parts.device), zone: zone)
        notes.changedChunks = changedChunks
        notes.chunksBeingFolded = chunksBeingFolded
        notes.writesSinceFolding = writesSinceFolding
        return notes
    }

    /// The chunk of a row. Identifiers are random in their last digits, also those that begin with a time.
    static func chunk(of id: Identifier) -> Int { Int(truncatingIfNeeded: id.low & 63) }

    /// Takes in a write that is read again.
    mutating func take(_ write: Write) {
        for edit in write.edits { parts.write(edit) }
        parts.standing = write.standing
        deeds.take(write)
        troubles.take(write)
        mark(write)
    }

    mutating func mark(_ write: Write) {
        writesSinceFolding += 1
        for edit in write.edits { mark(edit) }
        // The journal has their words still: it is folded at once.
        if !write.erased.isEmpty { writesSinceFolding += 500 }
    }

    private mutating func mark(_ edit: ReplicaEdit) {
        switch edit {
        case .task(let task, _): changedChunks |= 1 << UInt64(Self.chunk(of: task.id))
        case .list(let list, _): changedChunks |= 1 << UInt64(Self.chunk(of: list.id))
        case .settings: changedChunks |= 1
        case .dropIncoming, .adopt: changedChunks = Self.everything
        case .queue, .answer, .drop, .forget, .land, .sendAgain: break
        }
    }
}
