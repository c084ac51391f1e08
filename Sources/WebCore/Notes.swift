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

    /// Chunks that are other than on the disk, a bit each.
    var changed: UInt64 = 0
    /// Chunks of the folding that is on its way to the disk, a bit each.
    var folding: UInt64 = 0
    /// Writes since the last folding.
    var unfolded = 0

    static let everything = UInt64.max
    static let chunks = 64

    init(_ parts: ReplicaParts, zone: String) {
        self.parts = parts
        self.zone = zone
    }

    /// Without what the open book has.
    var marks: Notes {
        var notes = Notes(ReplicaParts(account: parts.base.account, device: parts.device), zone: zone)
        notes.changed = changed
        notes.folding = folding
        notes.unfolded = unfolded
        return notes
    }

    /// The chunk that a row lies in. Names are random in their last digits, also those that begin with a time.
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
        unfolded += 1
        for edit in write.edits { mark(edit) }
        // The journal has their words still: it is folded at once.
        if !write.erased.isEmpty { unfolded += 500 }
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
