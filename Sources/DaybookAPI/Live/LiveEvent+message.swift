import DaybookCore
import DaybookLedger

extension LiveEvent {
    /// The event in the form of server-sent events. JSON holds no line break, so one `data` line is enough; the id
    /// comes back as `Last-Event-ID`.
    var message: [UInt8] {
        var json = JSONWriter(reserving: changes == nil ? 160 : 2048)
        write(to: &json)
        var bytes = Array("id: \(cursor.text)\nevent: revision\ndata: ".utf8)
        bytes.reserveCapacity(bytes.count + json.bytes.count + 2)
        bytes += json.bytes
        bytes += [0x0A, 0x0A]
        return bytes
    }

    /// A line without meaning, so that proxies and the client see that somebody is there.
    static let sign = Array(":\n\n".utf8)

    /// The beginning of a stream: how long to wait before reconnecting once it has ended.
    static func opening(retry: Duration) -> [UInt8] {
        Array("retry: \(retry.nanoseconds / 1_000_000)\n:\n\n".utf8)
    }
}

extension Commit {
    /// More rows, or texts that are longer together, have to be pulled: a stream is not meant for bulk changes.
    static let inlineRows = 16
    static let inlineText = 8_192

    /// The changes after a revision, if they are few.
    func smallChanges(after: Int64) -> LiveEvent.Changes? {
        let changedTasks = tasks.values.filter { $0.revision > after }
        let changedLists = lists.values.filter { $0.revision > after }
        let settings = settings.flatMap { $0.revision > after ? $0 : nil }
        guard changedTasks.count + changedLists.count <= Self.inlineRows,
            !changedTasks.contains(where: \.leavesNotes)
        else { return nil }
        let text =
            changedTasks.reduce(0) { $0 + $1.title.utf8.count + ($1.notes?.utf8.count ?? 0) }
            + changedLists.reduce(0) { $0 + $1.name.utf8.count }
        guard text <= Self.inlineText else { return nil }
        return LiveEvent.Changes(
            after: after, tasks: changedTasks.sorted { $0.revision < $1.revision },
            lists: changedLists.sorted { $0.revision < $1.revision }, settings: settings)
    }
}
