private enum Member: Int, CaseIterable {
    case cursor, sentAt, ops, limit, confirmMassDelete
    static let names = JSONNames<Member>("cursor sentAt ops limit confirmMassDelete")
}

/// A sync request as it came: what can be merged, and every operation in its order, the unreadable among them.
package struct ReadSyncRequest: Hashable, Sendable {
    package var request: SyncRequest
    package var operations: [ReadOperation]
    /// It held more operations than were wanted. What came behind them was not read.
    package var hasTooMany = false
    /// The names of members, of the request or of an operation, that this version does not know.
    package var ignored: [String] = []
}

extension SyncRequest {
    /// How many rows a page holds: what a request gets that does not say, and what it gets at most.
    package static let usualLimit = 500
    package static let largestLimit = 1000

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member(Member.cursor, of: Member.names, cursor?.text)
        if let sentAt = push.sentAt {
            writer.member(Member.sentAt, of: Member.names, sentAt)
        }
        writer.name(Member.ops, of: Member.names)
        writer.array(push.operations) { $1.write(to: &$0) }
        writer.member(Member.limit, of: Member.names, limit)
        if push.confirmsMassDelete {
            writer.member(Member.confirmMassDelete, of: Member.names, true)
        }
        writer.endObject()
    }

    /// Reads a whole document from the device that sent it. Everything may be absent: an empty object asks for all
    /// rows.
    package static func read(
        _ document: [UInt8], device: Identifier, account: Identifier
    ) throws(WireError) -> ReadSyncRequest {
        var reader = JSONReader(document)
        let read = try read(&reader, device: device, account: account)
        try reader.end()
        return read
    }

    /// The same of a document that others read on.
    ///
    /// - Parameter most: so many operations are read; with one more the rest of the document is left unread.
    package static func read(
        _ reader: inout JSONReader, device: Identifier, account: Identifier, operations most: Int = .max
    ) throws(WireError) -> ReadSyncRequest {
        var request = SyncRequest(
            device: device, cursor: nil, push: Push(operations: [], from: device), limit: usualLimit)
        var operations: [ReadOperation] = []
        var members = JSONMembers()
        try reader.beginObject()
        reading: while true {
            switch try reader.nextMember(of: Member.names, &members) {
            case .field(.cursor): request.cursor = try reader.takeNull() ? nil : reader.readCursor()
            case .field(.sentAt): request.push.sentAt = try reader.takeNull() ? nil : reader.readInstant()
            case .field(.ops):
                guard let some = try reader.readOperations(device: device, account: account, atMost: most) else {
                    return ReadSyncRequest(request: request, operations: [], hasTooMany: true)
                }
                operations = some
            case .field(.limit): request.limit = min(try reader.readInt(in: 1...Int(Int32.max)), largestLimit)
            case .field(.confirmMassDelete): request.push.confirmsMassDelete = try reader.readBool()
            case .unknown: try reader.passUnknown()
            case .end: break reading
            }
        }
        request.push.operations = operations.compactMap {
            if case .operation(let operation) = $0 { operation } else { nil }
        }
        return ReadSyncRequest(request: request, operations: operations, ignored: reader.takePassed())
    }
}

extension JSONReader {
    mutating func readCursor() throws(WireError) -> SyncCursor {
        skipSpace()
        let start = offset
        guard let cursor = SyncCursor(try readString()) else {
            throw unacceptable(.form, at: start, expected: "a cursor as it was given")
        }
        return cursor
    }
}
