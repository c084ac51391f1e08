import Foundation
import Seeds
import TestWire
import Testing

@testable import DaybookCore
@testable import DaybookHost
@testable import DaybookServer

/// The file alone: whatever happens to it is noticed, before anything of it is believed.
@Suite struct BackupFileTests {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "daybook-file-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    static let manifest = BackupManifest(
        createdAt: Instant(milliseconds: 1_795_000_000_123), version: "0.1.0", instance: Identifier(high: 1, low: 2),
        epoch: Identifier(high: 3, low: 4), accounts: 1,
        migrations: [.init(number: 1, name: "instance", checksum: "aa")])
    static let table = BackedUpTable(name: "task", columns: ["account_id", "title"])

    @discardableResult
    func write(_ path: String, _ key: BackupKey?, blocks: [String] = ["a\tone\nb\tt", "wo\n"]) throws -> [UInt8] {
        let writer = try BackupWriter(try NewFile(path), key)
        try writer.manifest(Self.manifest)
        if key != nil { try writer.secretKey([1, 2, 3]) }
        try writer.begin(Self.table)
        for block in blocks { try writer.rows(Array(block.utf8)) }
        try writer.endTable()
        try writer.finish()
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    func put(_ bytes: [UInt8], _ name: String = "changed") throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    static let keys: [BackupKey?] = [nil, BackupKey([UInt8](repeating: 7, count: 32))]

    @Test(arguments: [0, 1]) func whatGoesInComesOut(_ which: Int) throws {
        let key = Self.keys[which]
        let path = "\(folder)/backup"
        // A row longer than a block, and one that ends exactly with it.
        let long = "a\t" + String(repeating: "x", count: BackupFrame.blockSize) + "\n"
        let rest = String(repeating: "y", count: BackupFrame.blockSize - 4) + "\n"
        try write(path, key, blocks: [long, rest, "last\n"])
        let reader = try BackupReader(path, key)
        #expect(reader.manifest == Self.manifest)
        var rows: [UInt8] = []
        var secret: [UInt8]?
        while let part = try reader.next() {
            switch part {
            case .rows(let block):
                #expect(block.count <= BackupFrame.blockSize)
                rows += block
            case .secretKey(let bytes): secret = bytes
            case .table(let table): #expect(table == Self.table)
            case .tableEnd(let count): #expect(count.rows == 3)
            }
        }
        #expect(rows == Array((long + rest + "last\n").utf8))
        #expect(secret == (key == nil ? nil : [1, 2, 3]))
        #expect(reader.isOver)
    }

    @Test(arguments: [0, 1]) func everyFlippedBitIsNoticed(_ which: Int) throws {
        let key = Self.keys[which]
        let bytes = try write("\(folder)/backup", key)
        let bits = [0, 3, 7]
        for place in bytes.indices {
            for bit in Proofs.scale(gate: [bits[place % bits.count]], proof: bits) {
                var changed = bytes
                changed[place] ^= 1 << bit
                let path = try put(changed)
                #expect(throws: BackupError.self, "byte \(place), bit \(bit)") { try BackupVerification(path, key) }
            }
        }
    }

    @Test(arguments: [0, 1]) func everyMissingEndAndEveryAdditionIsNoticed(_ which: Int) throws {
        let key = Self.keys[which]
        let bytes = try write("\(folder)/backup", key)
        for length in bytes.indices {
            let path = try put(Array(bytes[..<length]))
            #expect(throws: BackupError.self, "\(length) of \(bytes.count)") { try BackupVerification(path, key) }
        }
        let longer = try put(bytes + [0])
        #expect(throws: BackupError.self) { try BackupVerification(longer, key) }
    }

    /// A piece of one file in the place of another's, each whole by itself.
    @Test(arguments: [0, 1]) func piecesOfAnotherBackupAreNoticed(_ which: Int) throws {
        let key = Self.keys[which]
        let one = try write("\(folder)/one", key, blocks: ["a\tone\n"])
        let two = try write("\(folder)/two", key, blocks: ["a\ttwo\n"])
        try #require(one.count == two.count && one != two)
        for place in stride(from: 1, to: one.count, by: 7) {
            let mixed = Array(one[..<place] + two[place...])
            guard mixed != one, mixed != two else { continue }
            let path = try put(mixed)
            #expect(throws: BackupError.self, "\(place)") { try BackupVerification(path, key) }
        }
    }

    @Test func aKeyIsAskedForWhereOneIsNeededAndTheRightOne() throws {
        let key = try #require(Self.keys[1])
        let sealed = "\(folder)/sealed"
        let plain = "\(folder)/plain"
        try write(sealed, key)
        try write(plain, nil)
        let other = try #require(BackupKey([UInt8](repeating: 8, count: 32)))
        #expect(throws: BackupError.keyMissing(path: sealed)) { try BackupVerification(sealed, nil) }
        #expect(throws: BackupError.keyWrong(path: sealed)) { try BackupVerification(sealed, other) }
        #expect(throws: BackupError.keyUnwanted(path: plain)) { try BackupVerification(plain, key) }
        // Nothing that was written can be read in the sealed one.
        let text = String(decoding: try Data(contentsOf: URL(filePath: sealed)), as: UTF8.self)
        #expect(!text.contains("account_id") && !text.contains("createdAt"))

        let file = "\(folder)/key"
        try BackupKey.create(file)
        #expect(try BackupKey.read(file).bytes.count == 32)
        #expect(throws: BackupError.file(FileError(file, code: EEXIST))) { try BackupKey.create(file) }
        chmod(file, 0o644)
        #expect(throws: BackupError.keyOpenToOthers(path: file)) { try BackupKey.read(file) }
        let noKey = try put(Array("hello\n".utf8))
        chmod(noKey, 0o600)
        #expect(throws: BackupError.noKey(path: noKey)) { try BackupKey.read(noKey) }
    }

    @Test func otherFilesAreNoBackups() throws {
        let empty = try put([])
        #expect(throws: BackupError.noBackup(path: empty)) { try BackupVerification(empty, nil) }
        let foreign = try put(Array("PGDMP and more of it".utf8))
        #expect(throws: BackupError.noBackup(path: foreign)) { try BackupVerification(foreign, nil) }
        let future = try put(Array("daybook-backup 2 plain\n".utf8))
        #expect(throws: BackupError.unknownFormat(path: future)) { try BackupVerification(future, nil) }
    }

    @Test func aFileAppearsWholeOrNotAtAllAndReplacesNothing() throws {
        let path = "\(folder)/backup"
        do {
            let writer = try BackupWriter(try NewFile(path), nil)
            try writer.manifest(Self.manifest)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        try write(path, nil)
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: BackupError.file(FileError(path, code: EEXIST))) { try NewFile(path) }
        // Somebody else's file comes while ours is written.
        let late = "\(folder)/late"
        let file = try NewFile(late)
        try Data("theirs".utf8).write(to: URL(filePath: late))
        #expect(throws: BackupError.file(FileError(late, code: EEXIST))) { try file.keep() }
        #expect(try String(contentsOfFile: late, encoding: .utf8) == "theirs")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(throws: BackupError.file(FileError("/nowhere/here", code: ENOENT))) { try NewFile("/nowhere/here/x") }
    }

    @Test func rowsOfOneAccountAreFoundWhereverBlocksEnd() throws {
        let mine = Identifier(high: 1, low: 1)
        let other = Identifier(high: 1, low: 2)
        let table = BackedUpTable(name: "login", columns: ["email_hash", "account_id", "note"])
        var random = RandomSeed.generator()
        var text: [UInt8] = []
        var expected: [UInt8] = []
        for number in 0..<200 {
            let isMine = random.next() % 3 == 0
            // Another's note may well name my account.
            let row = Array("\\\\x\(number)\t\(isMine ? mine.text : other.text)\t\(mine.text)\n".utf8)
            text += row
            if isMine { expected += row }
        }
        let rows = try #require(RowsOfAccount(mine, in: table))
        #expect(rows.own(of: text) == expected)
        #expect(RowsOfAccount(mine, in: BackedUpTable(name: "invite", columns: ["code_hash"])) == nil)
    }

    /// Several connections take from one file at once, and each row goes whole to one of them.
    @Test func whoeverTakesRowsGetsWholeOnes() async throws {
        let path = "\(folder)/backup"
        let long = "a\t" + String(repeating: "x", count: 2 * BackupFrame.blockSize) + "\n"
        let short = (0..<300_000).map { "b\t\($0)\n" }
        try write(path, nil, blocks: [long, short.joined(), long])
        let rows = try BackedUpRows(path, nil)
        #expect(try rows.nextTable() == Self.table)
        let taken = try await atOnce(0..<3) { _ in
            var own: [[UInt8]] = []
            while let some = try rows.next() { own.append(some) }
            return own
        }.flatMap { $0 }
        #expect(taken.allSatisfy { $0.last == 0x0A })
        let found = taken.joined().split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) + "\n" }
        #expect(found.sorted() == (short + [long, long]).sorted())
        #expect(rows.count == found.count)
        #expect(try rows.nextTable() == nil)
    }
}
