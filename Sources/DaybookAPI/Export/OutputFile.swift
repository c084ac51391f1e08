import DaybookHost
import Glibc
import Synchronization

/// A file that stands under its name whole or not at all.
///
/// It is written beside its place under a hidden name, brought to the disk and renamed. Whatever goes wrong before
/// that, the hidden file is removed; what a process that was killed left of one is removed by the next that writes into
/// the folder. A lock tells one that is being written from one that was left.
package final class OutputFile {
    package let path: String
    private let folder: String
    private let temporary: String
    private var file: Int32

    private static let mark = ".daybook-partial"

    package init(_ path: String) throws(OutputTrouble) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        self.path = path
        self.folder = folder
        temporary = "\(folder)/.\(name)\(Self.mark)"
        if let trouble = OutputTrouble.ofPlace(path) { throw trouble }
        Self.removeLeftovers(in: folder)
        file = try Self.lock(temporary, for: path)
    }

    /// Opens a file that no other process writes. A file that was removed or renamed between opening and locking does
    /// not count.
    private static func lock(_ temporary: String, for path: String) throws(OutputTrouble) -> Int32 {
        while true {
            let file = Glibc.open(temporary, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw OutputTrouble(path) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(file)
                throw code == EWOULDBLOCK ? OutputTrouble(busy: path) : OutputTrouble(path, code: code)
            }
            if isSame(file, temporary) {
                open.withLock { _ = $0.insert(temporary) }
                guard ftruncate(file, 0) == 0 else { throw OutputTrouble(path) }
                return file
            }
            close(file)
        }
    }

    private static func isSame(_ file: Int32, _ path: String) -> Bool {
        var opened = stat()
        var named = stat()
        guard fstat(file, &opened) == 0, lstat(path, &named) == 0 else { return false }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    deinit { abandon() }

    package func write(_ bytes: [UInt8]) throws(OutputTrouble) {
        do throws(FileError) { try Files.write(bytes, to: file, path: path) } catch {
            abandon()
            throw OutputTrouble(path, code: error.code)
        }
    }

    /// Puts it in its place, in place of whatever stood there. What lies in it is the owner's alone to read.
    package func finish() throws(OutputTrouble) {
        // A disk may find out only now that it is full.
        let code = Self.open.withLock { open in
            guard fsync(file) == 0, rename(temporary, path) == 0 else { return errno }
            open.remove(temporary)
            return 0
        }
        guard code == 0 else {
            abandon()
            throw OutputTrouble(path, code: code)
        }
        close(file)
        file = -1
        try? Files.sync(folder: folder)
    }

    /// Removes what was written.
    package func abandon() {
        guard file >= 0 else { return }
        Self.open.withLock { open in
            unlink(temporary)
            open.remove(temporary)
        }
        close(file)
        file = -1
    }

    /// The hidden files that this process is writing.
    private static let open = Mutex<Set<String>>([])

    /// Removes everything that is being written, for a process that ends at once. What was in place by then
    /// stays.
    package static func abandonAll() {
        open.withLock { open in
            for temporary in open { unlink(temporary) }
            open = []
        }
    }

    /// Removes what killed processes left.
    private static func removeLeftovers(in folder: String) {
        for name in (try? Files.names(in: folder, endingIn: mark, hidden: true)) ?? [] {
            let path = "\(folder)/\(name)"
            let file = Glibc.open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { continue }
            if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(file)
        }
    }
}

/// The reason why a file could not be written; no file is left.
package struct OutputTrouble: Error, Equatable, Sendable {
    package let sentence: String

    package init(_ path: String, code: Int32 = errno) {
        let reason =
            switch code {
            case ENOSPC: "the disk is full"
            case EDQUOT: "your quota of the disk is used up"
            case EACCES, EPERM: "you may not write there"
            case EROFS: "the disk can only be read"
            case ENOENT: "the folder is not there"
            default: String(cString: strerror(code))
            }
        sentence = "cannot write \(path): \(reason). No file was left behind."
    }

    init(busy path: String) { sentence = "cannot write \(path): another process is writing it at this moment." }

    private init(sentence: String) { self.sentence = sentence }

    /// What can be known before anything is read.
    static func ofPlace(_ path: String) -> OutputTrouble? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return OutputTrouble(sentence: "cannot write \(path): it is there already and is no file.")
        }
        return nil
    }
}
