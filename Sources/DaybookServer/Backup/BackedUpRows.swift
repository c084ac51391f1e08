import Synchronization

/// What a backup holds, for several to take from at once: table by table, and its rows in pieces that end with a row.
final class BackedUpRows: Sendable {
    private struct State: ~Copyable {
        let reader: BackupReader
        /// The beginning of a row whose end comes with the next block.
        var begun: [UInt8] = []
        /// Of the table whose rows have all been taken.
        var ended: BackupCount?
    }

    private let state: Mutex<State>
    let path: String

    init(_ path: String, _ key: BackupKey?) throws(BackupError) {
        let reader = try BackupReader(path, key)
        self.path = path
        state = Mutex(State(reader: reader))
    }

    /// Bytes handed on so far.
    var taken: Int { state.withLock { $0.reader.taken } }

    /// How many rows the table had, once all of them have been taken.
    var count: Int? { state.withLock { $0.ended?.rows } }

    /// The next table; nil after the last.
    func nextTable() throws(BackupError) -> BackedUpTable? {
        try state.withLock { state throws(BackupError) in
            while let part = try state.reader.next() {
                guard case .table(let table) = part else { continue }
                state.ended = nil
                return table
            }
            return nil
        }
    }

    /// Some rows of the table; nil when there are no more of it.
    func next() throws(BackupError) -> [UInt8]? {
        try state.withLock { state throws(BackupError) in
            while state.ended == nil, let part = try state.reader.next() {
                switch part {
                case .rows(let block):
                    // A line feed within a value is written as two other characters.
                    guard let last = block.lastIndex(of: 0x0A) else {
                        state.begun += block
                        continue
                    }
                    let whole = state.begun.isEmpty && last == block.count - 1 ? block : state.begun + block[...last]
                    state.begun = Array(block[(last + 1)...])
                    return whole
                case .tableEnd(let count):
                    guard state.begun.isEmpty else { throw .damaged(path: state.reader.path, offset: 0) }
                    state.ended = count
                case .table, .secretKey: throw .damaged(path: state.reader.path, offset: 0)
                }
            }
            return nil
        }
    }
}
