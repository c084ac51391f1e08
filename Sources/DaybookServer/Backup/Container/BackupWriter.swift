import DaybookHost

/// Writes a backup frame by frame. What it holds in memory is one block.
final class BackupWriter {
    private let file: NewFile
    private var sealing: FrameSealing
    private let packing = BlockPacking()
    private var block: [UInt8] = []
    private var ofTable = BackupCount()
    private(set) var all = BackupCount()
    /// Taken so far, before it was packed.
    var taken: Int { all.bytes + ofTable.bytes + block.count }
    /// In the file so far.
    private(set) var size = 0

    init(_ file: NewFile, _ key: BackupKey?) throws(BackupError) {
        self.file = file
        sealing = FrameSealing(key)
        block.reserveCapacity(BackupFrame.blockSize)
        try put(sealing.opening)
    }

    func manifest(_ manifest: BackupManifest) throws(BackupError) { try frame(.manifest, manifest.json) }
    func secretKey(_ bytes: [UInt8]) throws(BackupError) { try frame(.secretKey, bytes) }

    func begin(_ table: BackedUpTable) throws(BackupError) {
        ofTable = BackupCount()
        try frame(.table, table.json)
    }

    /// Rows as COPY writes them.
    func rows(_ bytes: [UInt8]) throws(BackupError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(BackupFrame.blockSize - block.count)
            block.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
            if block.count == BackupFrame.blockSize { try putBlock() }
        }
    }

    /// Returns the table's totals.
    @discardableResult
    func endTable() throws(BackupError) -> BackupCount {
        if !block.isEmpty { try putBlock() }
        try frame(.tableEnd, ofTable.json)
        let count = ofTable
        all += count
        ofTable = BackupCount()
        return count
    }

    /// Ends the backup, and gives the file its name.
    func finish() throws(BackupError) {
        try frame(.end, all.json)
        try file.keep()
    }

    private func putBlock() throws(BackupError) {
        ofTable.add(block)
        try frame(.rows, packing.pack(block))
        block.removeAll(keepingCapacity: true)
    }

    private func frame(_ kind: BackupFrame.Kind, _ payload: [UInt8]) throws(BackupError) {
        let header = BackupFrame.header(kind, length: payload.count)
        try put(header)
        try put(sealing.close(payload, under: header, isLast: kind == .end))
    }

    private func put(_ bytes: [UInt8]) throws(BackupError) {
        do throws(FileError) {
            try file.write(bytes)
        } catch {
            throw .file(error)
        }
        size += bytes.count
    }
}
