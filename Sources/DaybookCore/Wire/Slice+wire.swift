private enum Member: Int, CaseIterable {
    case tasks, lists, settings
    static let names = JSONNames<Member>("tasks lists settings")
}

/// Rows in the replica's form, as a page's `changes` has them: `{"tasks":[...],"lists":[...],"settings":{...}}`.
extension Slice {
    /// Some of the rows, in the order in which they are named.
    package func writeRows(
        to writer: inout JSONWriter, tasks: [Identifier], lists: [Identifier], settings withSettings: Bool
    ) {
        writer.beginObject()
        writer.name(Member.tasks, of: Member.names)
        writer.beginArray()
        for id in tasks { self.tasks[id]?.write(to: &writer, .replica) }
        writer.endArray()
        writer.name(Member.lists, of: Member.names)
        writer.beginArray()
        for id in lists { self.lists[id]?.write(to: &writer, .replica) }
        writer.endArray()
        if withSettings {
            writer.name(Member.settings, of: Member.names)
            settings.write(to: &writer, .replica)
        }
        writer.endObject()
    }

    /// Puts rows in that were written so. Whoever does counts them afterwards (`recount`).
    package mutating func readRows(from reader: inout JSONReader) throws(WireError) {
        try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .tasks:
                try reader.beginArray()
                while try reader.nextElement() {
                    let task = try TaskItem(from: &reader)
                    tasks[task.id] = task
                }
            case .lists:
                try reader.beginArray()
                while try reader.nextElement() {
                    let list = try TaskList(from: &reader)
                    lists[list.id] = list
                }
            case .settings: if try !reader.takeNull() { settings = try AccountSettings(from: &reader) }
            }
        }
    }
}
