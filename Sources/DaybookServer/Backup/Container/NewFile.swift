import CLinux
import DaybookHost
import Glibc

/// A file that appears under its name whole or not at all, and never in place of another.
///
/// Until then it has no name where the file system knows such files, so nothing is left of it however the process ends.
/// Elsewhere it has a hidden name in the same folder, which is removed unless the process is killed.
final class NewFile {
    let path: String
    private let folder: String
    private let file: Int32
    /// Where it lies until it is kept; nil where it has no name.
    private let hidden: String?

    init(_ path: String) throws(BackupError) {
        self.path = path
        folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        do throws(FileError) {
            guard try Files.status(path, followingLink: false) == nil else { throw FileError(path, code: EEXIST) }
            // Glibc's own names for it are macros that Swift does not see.
            let nameless = open(folder, O_WRONLY | O_CLOEXEC | daybook_o_tmpfile(), 0o600)
            if nameless >= 0 {
                file = nameless
                hidden = nil
                return
            }
            guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno), try Files.status(folder) != nil else {
                throw FileError(folder)
            }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let temporary = "\(folder)/.\(name).\(Hexadecimal.text(Sodium.randomBytes(8)))"
            file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw FileError(temporary) }
            hidden = temporary
        } catch {
            throw .file(error)
        }
    }

    deinit {
        close(file)
        if let hidden { unlink(hidden) }
    }

    func write(_ bytes: [UInt8]) throws(FileError) { try Files.write(bytes, to: file, path: path) }

    /// Gives it its name, once everything of it is on the disk.
    func keep() throws(BackupError) {
        do throws(FileError) {
            guard fsync(file) == 0 else { throw FileError(path) }
            let source = hidden ?? "/proc/self/fd/\(file)"
            // Unlike a rename, a link never replaces a file that has appeared there meanwhile.
            guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { throw FileError(path) }
            try Files.sync(folder: folder)
        } catch {
            throw .file(error)
        }
    }
}
