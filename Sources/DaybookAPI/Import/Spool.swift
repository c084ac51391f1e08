import CLinux
import DaybookHost
import Glibc

/// A file without a name: no other process can open it, and it disappears with this object, even if the server is
/// killed.
final class Spool: Sendable {
    private let file: OpenFile

    init(in folder: String = Spool.temporary) throws(FileError) {
        // Not every file system makes files that never had a name.
        var descriptor = open(folder, daybook_o_tmpfile() | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR {
            var path = Array((folder + "/daybook-XXXXXX").utf8CString)
            descriptor = mkstemp(&path)
            if descriptor >= 0 {
                unlink(path)
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
        }
        guard descriptor >= 0 else { throw FileError(folder) }
        file = OpenFile(descriptor, folder)
    }

    static var temporary: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// The data directory where there is one: the system's folder for temporary files may be memory.
    static func folder(beside dataDirectory: String) -> String {
        access(dataDirectory, W_OK | X_OK) == 0 ? dataDirectory : temporary
    }

    func write(_ bytes: [UInt8]) throws(FileError) { try Files.write(bytes, to: file.descriptor, path: file.path) }
    func read() throws(FileError) -> [UInt8]? { try file.read() }
    func rewind() throws(FileError) { try file.rewind() }
}

/// A file of the operator's machine, open for reading.
final class OpenFile: Sendable {
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
