import DaybookCore
import DaybookDevice

extension Desk {
    /// Begins a folding: which chunks are to be written anew, and the paper.
    func fold(_ question: Question, _ writer: inout JSONWriter) -> [UInt8] {
        if question.flag("whole") { notes.changed = Notes.everything }
        notes.folding |= notes.changed
        notes.changed = 0
        chunks = Chunks(replica, which: notes.folding)
        writer.name("chunks")
        writer.array((0..<Notes.chunks).filter { notes.folding & 1 << UInt64($0) != 0 }) { $0.integer($1) }
        foldingWrites = notes.unfolded
        return book.paper
    }

    /// One chunk: the rows whose names lie in it. Empty without rows.
    func chunk(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let number = try question.number("number")
        guard (0..<Notes.chunks).contains(number) else { throw Refused.missing("number") }
        let names = (chunks ?? Chunks(replica, which: 1 << UInt64(number))).names[number]
        writer.member("rows", names.count)
        guard names.count > 0 || number == 0 else { return [] }
        var text = JSONWriter(reserving: 800 * names.count)
        text.object { text in
            text.name("rows")
            replica.base.writeRows(to: &text, tasks: names.tasks, lists: names.lists, settings: number == 0)
            guard let incoming = replica.incoming else { return }
            text.name("incoming")
            incoming.writeRows(
                to: &text, tasks: names.incomingTasks, lists: names.incomingLists, settings: number == 0)
        }
        return text.bytes
    }

    /// The folding is on the disk.
    func folded() {
        notes.folding = 0
        notes.unfolded = max(0, notes.unfolded - foldingWrites)
        chunks = nil
    }
}

/// Which rows lie in which chunk, by their names in order.
struct Chunks {
    struct Names {
        var tasks: [Identifier] = []
        var lists: [Identifier] = []
        var incomingTasks: [Identifier] = []
        var incomingLists: [Identifier] = []

        var count: Int { tasks.count + lists.count + incomingTasks.count + incomingLists.count }
    }

    private(set) var names = [Names](repeating: Names(), count: Notes.chunks)

    init(_ replica: Replica, which: UInt64) {
        func isWanted(_ chunk: Int) -> Bool { which & 1 << UInt64(chunk) != 0 }
        for id in replica.base.tasks.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            names[Notes.chunk(of: id)].tasks.append(id)
        }
        for id in replica.base.lists.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            names[Notes.chunk(of: id)].lists.append(id)
        }
        guard let incoming = replica.incoming else { return }
        for id in incoming.tasks.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            names[Notes.chunk(of: id)].incomingTasks.append(id)
        }
        for id in incoming.lists.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            names[Notes.chunk(of: id)].incomingLists.append(id)
        }
    }
}
