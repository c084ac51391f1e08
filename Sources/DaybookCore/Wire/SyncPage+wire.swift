private enum Member: Int, CaseIterable {
    case cursor, hasMore, changes, outcomes, serverTime, revision, clockShift, ignored
    static let names = JSONNames<Member>("cursor hasMore changes outcomes serverTime revision clockShift ignored")
}

private enum ChangeMember: Int, CaseIterable {
    case tasks, lists, settings
    static let names = JSONNames<ChangeMember>("tasks lists settings")
}

/// A page as a device reads it: the rows, and which operation each outcome answers.
package struct ReadSyncPage: Hashable, Sendable {
    package var page: SyncPage
    /// As many as `page.outcomes`, in the same order.
    package var answered: [Identifier]
}

/// Why operations were rejected, told one by one as long as that is no more than one answer should hold. Beyond that
/// each still has its code; a client that sends rubbish by the thousand reads the first of it.
private struct ToldReasons {
    /// Bytes of sentences and fields.
    private var left = 64 << 10

    mutating func told(_ outcome: Outcome) -> Outcome {
        guard case .rejected(let rejection) = outcome else { return outcome }
        left -= rejection.sentence.utf8.count
        for field in rejection.fields { left -= field.field.utf8.count + field.sentence.utf8.count + 50 }
        guard left < 0 else { return outcome }
        return .rejected(Rejection(rejection.code, "More is wrong with this push than one answer tells."))
    }
}

extension SyncPage {
    /// - Parameter operations: the push's, in its order. The page's outcomes answer those that could be read, in the
    ///   same order; the others are answered with why they could not.
    /// - Parameter ignored: names of members that were not understood, and so not kept.
    package func write(
        to writer: inout JSONWriter, answering operations: [ReadOperation], ignored: [String] = []
    ) {
        begin(in: &writer)
        writeChanges(to: &writer)
        end(in: &writer, answering: operations, ignored: ignored)
    }

    /// What comes before the page's changes, which come next: wherever they are, the page itself or elsewhere.
    package func begin(in writer: inout JSONWriter) {
        writer.beginObject()
        writer.member(Member.cursor, of: Member.names, cursor.text)
        writer.member(Member.hasMore, of: Member.names, hasMore)
        writer.name(Member.changes, of: Member.names)
    }

    /// What comes behind them.
    package func end(in writer: inout JSONWriter, answering operations: [ReadOperation], ignored: [String]) {
        writer.name(Member.outcomes, of: Member.names)
        writer.beginArray()
        var outcomes = outcomes[...]
        var given = given[...]
        var reasons = ToldReasons()
        for operation in operations {
            switch operation {
            case .operation(let operation):
                let clock = given.popFirst() ?? nil
                guard let outcome = outcomes.popFirst() else { continue }
                reasons.told(outcome).write(to: &writer, opId: operation.opId, given: clock)
            case .refused(let opId, let rejection):
                reasons.told(.rejected(rejection)).write(to: &writer, opId: opId)
            }
        }
        writer.endArray()
        writer.member(Member.serverTime, of: Member.names, serverTime)
        writer.member(Member.revision, of: Member.names, revision)
        if clockShift != 0 {
            writer.member(Member.clockShift, of: Member.names, clockShift)
        }
        if !ignored.isEmpty {
            writer.member(Member.ignored, of: Member.names, ignored)
        }
        writer.endObject()
    }

    /// The rows alone, as the page's `changes` has them.
    package func writeChanges(to writer: inout JSONWriter) {
        writer.changes(settings) { json in
            for task in tasks { task.write(to: &json, .replica) }
        } lists: { json in
            for list in lists { list.write(to: &json, .replica) }
        }
    }

    package static func read(_ document: [UInt8]) throws(WireError) -> ReadSyncPage {
        var reader = JSONReader(document)
        var read = ReadSyncPage(
            page: SyncPage(
                cursor: SyncCursor(epoch: .zero, revision: 0), hasMore: false, tasks: [], lists: [], settings: nil,
                outcomes: [], serverTime: Instant(milliseconds: 0), revision: 0), answered: [])
        let members = try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .cursor: read.page.cursor = try reader.readCursor()
            case .hasMore: read.page.hasMore = try reader.readBool()
            case .changes: try read.page.readChanges(from: &reader)
            case .outcomes:
                try reader.beginArray()
                while try reader.nextElement() {
                    let (opId, outcome, given) = try Outcome.readGiven(from: &reader)
                    read.answered.append(opId)
                    read.page.outcomes.append(outcome)
                    read.page.given.append(given)
                }
                if read.page.given.allSatisfy({ $0 == nil }) { read.page.given = [] }
            case .serverTime: read.page.serverTime = try reader.readInstant()
            case .revision: read.page.revision = try reader.readInt64()
            case .clockShift: read.page.clockShift = try reader.readInt64()
            case .ignored: try reader.skipValue()
            }
        }
        try reader.end()
        // Without these a device would lose its place or its clock; the rest is empty when it is absent.
        for required in [Member.cursor, .serverTime, .revision] where !members.has(required) {
            throw reader.missing(Member.names.name(of: required), ofObjectAt: 0)
        }
        return read
    }

    mutating func readChanges(from reader: inout JSONReader) throws(WireError) {
        try reader.readObject(of: ChangeMember.names) { (reader, member) throws(WireError) in
            switch member {
            case .tasks:
                try reader.beginArray()
                while try reader.nextElement() { tasks.append(try TaskItem(from: &reader)) }
            case .lists:
                try reader.beginArray()
                while try reader.nextElement() { lists.append(try TaskList(from: &reader)) }
            case .settings: settings = try reader.takeNull() ? nil : AccountSettings(from: &reader)
            }
        }
    }
}

extension JSONWriter {
    /// A page's rows, written one after the other by those who have them.
    package mutating func changes<Failure: Error>(
        _ settings: AccountSettings?, tasks: (inout JSONWriter) throws(Failure) -> Void,
        lists: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginObject()
        name(ChangeMember.tasks, of: ChangeMember.names)
        beginArray()
        try tasks(&self)
        endArray()
        name(ChangeMember.lists, of: ChangeMember.names)
        beginArray()
        try lists(&self)
        endArray()
        name(ChangeMember.settings, of: ChangeMember.names)
        optional(settings) { $1.write(to: &$0, .replica) }
        endObject()
    }
}
