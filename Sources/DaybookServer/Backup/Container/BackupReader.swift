/// Reads a backup and trusts none of it: anything that is not as it was written is an error before it is handed on.
final class BackupReader {
    /// What comes out, in the order in which it went in.
    enum Part {
        case secretKey([UInt8])
        case table(BackedUpTable)
        case rows([UInt8])
        case tableEnd(BackupCount)
    }

    let manifest: BackupManifest
    let isSealed: Bool
    private let file: ReadFile
    private var opening: FrameOpening
    private let unpacking = BlockUnpacking()
    private var table: BackedUpTable?
    private var ofTable = BackupCount()
    private(set) var all = BackupCount()
    /// Handed on so far.
    var taken: Int { all.bytes + (table == nil ? 0 : ofTable.bytes) }
    private(set) var isOver = false

    var path: String { file.path }

    init(_ path: String, _ key: BackupKey?) throws(BackupError) {
        file = try ReadFile(path)
        (opening, isSealed) = try Self.begin(file, key)
        guard let first = try Self.frame(of: file, &opening) else { throw .notWhole(path: path) }
        guard first.kind == .manifest, let manifest = BackupManifest(first.payload) else {
            throw .damaged(path: path, offset: 0)
        }
        self.manifest = manifest
    }

    /// The next part; nil after the last, when the whole file is known to be as it was written.
    func next() throws(BackupError) -> Part? {
        let damaged = BackupError.damaged(path: path, offset: file.offset)
        guard !isOver else { return nil }
        guard let frame = try Self.frame(of: file, &opening) else { throw .notWhole(path: path) }
        switch (frame.kind, table) {
        case (.secretKey, nil): return .secretKey(frame.payload)
        case (.table, nil):
            guard let table = BackedUpTable(frame.payload) else { throw damaged }
            self.table = table
            ofTable = BackupCount()
            return .table(table)
        case (.rows, .some):
            guard let block = unpacking.unpack(frame.payload) else { throw damaged }
            ofTable.add(block)
            return .rows(block)
        case (.tableEnd, .some):
            guard BackupCount(frame.payload) == ofTable else { throw damaged }
            table = nil
            all += ofTable
            return .tableEnd(ofTable)
        case (.end, nil):
            guard BackupCount(frame.payload) == all else { throw damaged }
            guard try file.bytes(1).isEmpty else { throw damaged }
            isOver = true
            return nil
        default: throw damaged
        }
    }

    // MARK: Frames

    private static func begin(
        _ file: ReadFile, _ key: BackupKey?
    ) throws(BackupError) -> (FrameOpening, isSealed: Bool) {
        let path = file.path
        var line: [UInt8] = []
        while line.last != 0x0A, line.count < BackupSeal.longestLine {
            let byte = try file.bytes(1)
            if byte.isEmpty { break }
            line += byte
        }
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix("daybook-backup ") else { throw .noBackup(path: path) }
        guard text.hasPrefix(BackupSeal.magic) else { throw .unknownFormat(path: path) }
        guard line.last == 0x0A else { throw .notWhole(path: path) }
        if text == BackupSeal.line(nil) {
            guard key == nil else { throw .keyUnwanted(path: path) }
            return (FrameOpening(line: line), false)
        }
        guard text.hasPrefix(BackupSeal.magic + "sealed ") else { throw .unknownFormat(path: path) }
        guard let key else { throw .keyMissing(path: path) }
        guard text == BackupSeal.line(key) else { throw .keyWrong(path: path) }
        let header = try file.bytes(BackupSeal.headerLength)
        guard let opening = FrameOpening(header: header, key) else { throw .notWhole(path: path) }
        return (opening, true)
    }

    /// Nil where the file ends, though it should not.
    private static func frame(of file: ReadFile, _ opening: inout FrameOpening) throws(BackupError) -> BackupFrame? {
        let damaged = BackupError.damaged(path: file.path, offset: file.offset)
        let header = try file.bytes(BackupFrame.headerLength)
        guard header.count == BackupFrame.headerLength else { return nil }
        guard let (kind, length) = BackupFrame.header(header) else { throw damaged }
        let body = try file.bytes(length + opening.overhead)
        guard body.count == length + opening.overhead else { return nil }
        guard let payload = opening.open(body, under: header, isLast: kind == .end) else { throw damaged }
        return BackupFrame(kind: kind, payload: payload)
    }
}
