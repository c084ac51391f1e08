import DaybookCore
import DaybookDevice

private enum Member: Int, CaseIterable {
    case standing, waiting, answered, onTheirWay, incoming, deeds, refused, lost
    static let names = JSONNames<Member>("standing waiting answered onTheirWay incoming deeds refused lost")
}

private enum WriteMember: Int, CaseIterable {
    case standing, edits, deed, refused, lost, seen
    static let names = JSONNames<WriteMember>("standing edits deed refused lost seen")
}

extension Notes {
    /// Reads a chunk, `{"rows":{...},"incoming":{...}}`: rows, and those of a snapshot that is not complete yet.
    mutating func readChunk(_ reader: inout JSONReader) throws(WireError) {
        try reader.readObject { (reader, name) throws(WireError) in
            switch name {
            case "rows": try parts.base.readRows(from: &reader)
            case "incoming":
                var slice = parts.incoming ?? Slice(account: parts.base.account)
                parts.incoming = nil
                try slice.readRows(from: &reader)
                parts.incoming = slice
            default: return false
            }
            return true
        }
    }

    mutating func readAllButRows(_ reader: inout JSONReader) throws(WireError) {
        try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .standing: parts.standing = try Replica.Standing(from: &reader)
            case .waiting:
                try reader.beginArray()
                while try reader.nextElement() { parts.waiting.append(try operation(&reader)) }
            case .answered:
                try reader.beginArray()
                while try reader.nextElement() {
                    if case .answer(let operation, let at) = try edit(&reader) {
                        parts.answered.append(Replica.Answered(operation, at: at))
                    }
                }
            case .onTheirWay: parts.onTheirWay = try reader.readInt(in: 0...Int(Int32.max))
            case .incoming:
                if try reader.readBool(), parts.incoming.isNone {
                    parts.incoming = Slice(account: parts.base.account)
                }
            case .deeds:
                var all: [Deed] = []
                try reader.beginArray()
                while try reader.nextElement() { all.append(try Deed(from: &reader)) }
                deeds = Deeds(all)
            case .refused: troubles.refused += try readRefused(&reader)
            case .lost: troubles.lost += try readLost(&reader)
            }
        }
    }

    /// An array of writes, in their order.
    mutating func replay(_ reader: inout JSONReader) throws(WireError) {
        try reader.beginArray()
        while try reader.nextElement() {
            take(try readWrite(&reader))
        }
    }

    private func readWrite(_ reader: inout JSONReader) throws(WireError) -> Write {
        var write = Write(parts.standing)
        try reader.readObject(of: WriteMember.names) { (reader, member) throws(WireError) in
            switch member {
            case .standing: write.standing = try Replica.Standing(from: &reader)
            case .edits:
                try reader.beginArray()
                while try reader.nextElement() { write.add([try edit(&reader)]) }
            case .deed: write.deed = try Deed(from: &reader)
            case .refused: write.troubles.refused = try readRefused(&reader)
            case .lost: write.troubles.lost = try readLost(&reader)
            case .seen:
                try reader.beginArray()
                while try reader.nextElement() { write.seen.append(try reader.readIdentifier()) }
            }
        }
        return write
    }

    private func edit(_ reader: inout JSONReader) throws(WireError) -> ReplicaEdit {
        try ReplicaEdit(from: &reader, device: parts.device, account: parts.base.account)
    }

    private func operation(_ reader: inout JSONReader) throws(WireError) -> SyncOperation {
        try SyncOperation(from: &reader, device: parts.device, account: parts.base.account)
    }

    private func readRefused(_ reader: inout JSONReader) throws(WireError) -> [RefusedChange] {
        var changes: [RefusedChange] = []
        try reader.beginArray()
        while try reader.nextElement() {
            var operation: SyncOperation?
            var change = (code: "", sentence: "", at: Instant(milliseconds: 0))
            try reader.readObject { (reader, name) throws(WireError) in
                switch name {
                case "operation": operation = try self.operation(&reader)
                case "code": change.code = try reader.readString()
                case "sentence": change.sentence = try reader.readString()
                case "at": change.at = try reader.readInstant()
                default: return false
                }
                return true
            }
            guard let operation else { continue }
            changes.append(
                RefusedChange(operation: operation, code: change.code, sentence: change.sentence, at: change.at))
        }
        return changes
    }

    private func readLost(_ reader: inout JSONReader) throws(WireError) -> [LostChange] {
        var changes: [LostChange] = []
        try reader.beginArray()
        while try reader.nextElement() {
            var change = (
                opId: Identifier.zero, entity: SyncOperation.Entity.task, id: Identifier.zero,
                at: Instant(milliseconds: 0), conflicts: [Conflict]()
            )
            try reader.readObject { (reader, name) throws(WireError) in
                switch name {
                case "opId": change.opId = try reader.readIdentifier()
                case "entity": change.entity = SyncOperation.Entity(name: try reader.readString()) ?? .task
                case "id": change.id = try reader.readIdentifier()
                case "at": change.at = try reader.readInstant()
                case "conflicts":
                    try reader.beginArray()
                    while try reader.nextElement() { change.conflicts.append(try Conflict(from: &reader)) }
                default: return false
                }
                return true
            }
            changes.append(
                LostChange(
                    opId: change.opId, entity: change.entity, id: change.id, at: change.at,
                    conflicts: change.conflicts))
        }
        return changes
    }
}

extension Deed {
    init(from reader: inout JSONReader) throws(WireError) {
        var deed = Deed(opId: .zero, at: Instant(milliseconds: 0), entries: [])
        try reader.readObject { (reader, name) throws(WireError) in
            switch name {
            case "opId": deed.opId = try reader.readIdentifier()
            case "at": deed.at = try reader.readInstant()
            case "undoes": deed.undoes = try reader.readIdentifier()
            case "undoneBy": deed.undoneBy = try reader.readIdentifier()
            case "entries":
                try reader.beginArray()
                while try reader.nextElement() { deed.entries.append(try LedgerEntry(from: &reader)) }
            default: return false
            }
            return true
        }
        self = deed
    }
}
