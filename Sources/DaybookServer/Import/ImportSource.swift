import Glibc
import HTTP

/// A file that is read piece by piece, and from its beginning again where its format wants that.
protocol ImportSource {
    /// The next piece, never empty; nil at the end.
    mutating func next() async throws -> [UInt8]?
    mutating func rewind() throws
}

/// The body of a request. What may be wanted again is written to a file without a name, which nobody else can open and
/// which is gone when this is.
struct BodySource: ImportSource {
    private var body: RequestBody.AsyncIterator?
    private var spool: Spool?
    private var taken = 0
    private let longest: Int

    init(_ body: RequestBody, keeping: Bool, longest: Int) throws {
        self.body = body.makeAsyncIterator()
        self.longest = longest
        if keeping { spool = try Spool() }
    }

    mutating func next() async throws -> [UInt8]? {
        guard var body else { return try spool?.read() }
        let bytes = try await body.next(isolation: nil)
        self.body = body
        taken += bytes?.count ?? 0
        guard taken <= longest else { throw RequestBodyError.tooLarge(limit: longest) }
        if let bytes { try spool?.write(bytes) }
        return bytes
    }

    mutating func rewind() throws {
        body = nil
        try spool?.rewind()
    }
}

/// A file of the operator's machine, or what comes through a pipe.
struct FileSource: ImportSource {
    private let file: OpenFile
    private var spool: Spool?
    private var isOver = false

    /// `-` is standard input.
    init(_ path: String) throws(FileError) {
        file = try OpenFile(path)
        if !file.canSeek { spool = try Spool() }
    }

    /// Nil where it comes through a pipe.
    var length: Int? { file.length }

    mutating func next() async throws -> [UInt8]? { try readOn() }

    mutating func readOn() throws(FileError) -> [UInt8]? {
        guard !isOver else { return try spool?.read() }
        let bytes = try file.read()
        if let bytes { try spool?.write(bytes) }
        return bytes
    }

    mutating func rewind() throws {
        if let spool {
            isOver = true
            try spool.rewind()
        } else {
            try file.rewind()
        }
    }
}

/// A file without a name.
private final class Spool {
    private let file: OpenFile

    init() throws(FileError) {
        var path = Array("/tmp/daybook-import-XXXXXX".utf8CString)
        if let folder = getenv("TMPDIR") {
            path = Array((String(cString: folder) + "/daybook-import-XXXXXX").utf8CString)
        }
        let descriptor = mkstemp(&path)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw FileError(name) }
        unlink(name)
        file = OpenFile(descriptor, name)
    }

    func write(_ bytes: [UInt8]) throws(FileError) { try Files.write(bytes, to: file.descriptor, path: file.path) }
    func read() throws(FileError) -> [UInt8]? { try file.read() }
    func rewind() throws(FileError) { try file.rewind() }
}

private final class OpenFile {
    let descriptor: Int32
    let path: String

    init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    init(_ path: String) throws(FileError) {
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else { throw FileError(path) }
        guard !isFolder else { throw FileError(path, code: EISDIR) }
    }

    deinit { close(descriptor) }

    private var standing: stat {
        var standing = stat()
        fstat(descriptor, &standing)
        return standing
    }

    private var isFolder: Bool { standing.st_mode & S_IFMT == S_IFDIR }
    var canSeek: Bool { standing.st_mode & S_IFMT == S_IFREG }
    var length: Int? { canSeek ? Int(standing.st_size) : nil }

    func rewind() throws(FileError) { if lseek(descriptor, 0, SEEK_SET) != 0 { throw FileError(path) } }

    func read() throws(FileError) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path) }
            return count == 0 ? nil : Array(chunk[..<count])
        }
    }
}
