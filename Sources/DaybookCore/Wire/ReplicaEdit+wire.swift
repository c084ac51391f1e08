private enum Member: Int, CaseIterable {
    case queue, answer, at, drop, forget, land, sendAgain, task, list, settings, incoming, dropIncoming, adopt
    static let names = JSONNames<Member>(
        "queue answer at drop forget land sendAgain task list settings incoming dropIncoming adopt")
}

extension JSONWriter {
    fileprivate mutating func name(_ member: Member) { name(member, of: Member.names) }

    fileprivate mutating func word(_ member: Member) {
        name(member)
        bool(true)
    }
}

/// As a keeper that writes a journal writes it down: `{"queue":OPERATION}`, `{"task":ROW,"incoming":true}`,
/// `{"land":true}`.
extension ReplicaEdit: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .queue(let operation):
            writer.name(.queue)
            operation.write(to: &writer)
        case .answer(let operation, let at):
            writer.name(.answer)
            operation.write(to: &writer)
            writer.name(.at)
            writer.instant(at)
        case .drop(let opId):
            writer.name(.drop)
            writer.identifier(opId)
        case .forget(let opId):
            writer.name(.forget)
            writer.identifier(opId)
        case .land: writer.word(.land)
        case .sendAgain: writer.word(.sendAgain)
        case .task(let task, let incoming):
            writer.name(.task)
            task.write(to: &writer, .replica)
            if incoming { writer.word(.incoming) }
        case .list(let list, let incoming):
            writer.name(.list)
            list.write(to: &writer, .replica)
            if incoming { writer.word(.incoming) }
        case .settings(let settings, let incoming):
            writer.name(.settings)
            settings.write(to: &writer, .replica)
            if incoming { writer.word(.incoming) }
        case .dropIncoming: writer.word(.dropIncoming)
        case .adopt: writer.word(.adopt)
        }
        writer.endObject()
    }

    /// - Parameters:
    ///   - device: whose replica it is; its operations do not say so.
    ///   - account: whose settings it holds.
    package init(from reader: inout JSONReader, device: Identifier, account: Identifier) throws(WireError) {
        let start = try reader.objectStart()
        var edit: ReplicaEdit?
        try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .queue: edit = .queue(try SyncOperation(from: &reader, device: device, account: account))
            case .answer:
                let operation = try SyncOperation(from: &reader, device: device, account: account)
                edit = .answer(operation, at: Instant(milliseconds: 0))
            case .at:
                let at = try reader.readInstant()
                if case .answer(let operation, _)? = edit { edit = .answer(operation, at: at) }
            case .drop: edit = .drop(try reader.readIdentifier())
            case .forget: edit = .forget(try reader.readIdentifier())
            case .land: edit = try reader.readBool() ? .land : nil
            case .sendAgain: edit = try reader.readBool() ? .sendAgain : nil
            case .task: edit = .task(try TaskItem(from: &reader), incoming: false)
            case .list: edit = .list(try TaskList(from: &reader), incoming: false)
            case .settings: edit = .settings(try AccountSettings(from: &reader), incoming: false)
            case .incoming: if try reader.readBool() { edit = edit?.ofIncoming }
            case .dropIncoming: edit = try reader.readBool() ? .dropIncoming : nil
            case .adopt: edit = try reader.readBool() ? .adopt : nil
            }
        }
        guard let edit else { throw reader.missing("queue", ofObjectAt: start) }
        self = edit
    }

    private var ofIncoming: ReplicaEdit {
        switch self {
        case .task(let task, _): .task(task, incoming: true)
        case .list(let list, _): .list(list, incoming: true)
        case .settings(let settings, _): .settings(settings, incoming: true)
        default: self
        }
    }
}
