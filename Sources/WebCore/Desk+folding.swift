import DaybookCore
import DaybookDevice

extension Desk {
    /// Begins a folding: which chunks are to be written anew, and the paper.
    func fold(_ question: Question, _ writer: inout JSONWriter) -> [UInt8] {
        if question.flag("whole") { notes.changedChunks = Notes.everything }
        notes.chunksBeingFolded |= notes.changedChunks
        notes.changedChunks = 0
        chunks = Chunks(replica, which: notes.chunksBeingFolded)
        writer.name("chunks")
        writer.array((0..<Notes.chunks).filter { notes.chunksBeingFolded & 1 << UInt64($0) != 0 }) { $0.integer($1) }
        foldingWrites = notes.writesSinceFolding
        return book.paper
    }

    /// One chunk with its rows. Empty without rows.
    func chunk(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let number = try question.number("number")
        guard (0..<Notes.chunks).contains(number) else { throw Refused.missing("number") }
        let ids = (chunks ?? Chunks(replica, which: 1 << UInt64(number))).ids[number]
        writer.member("rows", ids.count)
        guard ids.count > 0 || number == 0 else { return [] }
        var text = JSONWriter(reserving: 800 * ids.count)
        text.object { text in
            text.name("rows")
            replica.base.writeRows(to: &text, tasks: ids.tasks, lists: ids.lists, settings: number == 0)
            guard let incoming = replica.incoming else { return }
            text.name("incoming")
            incoming.writeRows(
                to: &text, tasks: ids.incomingTasks, lists: ids.incomingLists, settings: number == 0)
        }
        return text.bytes
    }

    /// The folding is on the disk.
    func folded() {
        notes.chunksBeingFolded = 0
        notes.writesSinceFolding = max(0, notes.writesSinceFolding - foldingWrites)
        chunks = nil
    }
}

/// The identifiers of the rows in each chunk, in ascending order.
struct Chunks {
    struct RowIds {
        var tasks: [Identifier] = []
        var lists: [Identifier] = []
        var incomingTasks: [Identifier] = []
        var incomingLists: [Identifier] = []

        var count: Int { tasks.count + lists.count + incomingTasks.count + incomingLists.count }
    }

    private(set) var ids = [RowIds](repeating: RowIds(), count: Notes.chunks)

    init(_ replica: Replica, which: UInt64) {
        func isWanted(_ chunk: Int) -> Bool { which & 1 << UInt64(chunk) != 0 }
        for id in replica.base.tasks.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            ids[Notes.chunk(of: id)].tasks.append(id)
        }
        for id in replica.base.lists.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            ids[Notes.chunk(of: id)].lists.append(id)
        }
        guard let incoming = replica.incoming else { return }
        for id in incoming.tasks.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            ids[Notes.chunk(of: id)].incomingTasks.append(id)
        }
        for id in incoming.lists.keys.ordered() where isWanted(Notes.chunk(of: id)) {
            ids[Notes.chunk(of: id)].incomingLists.append(id)
        }
    }
}
