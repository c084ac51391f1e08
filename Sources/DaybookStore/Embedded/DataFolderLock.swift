import DaybookHost
import Glibc

/// The right to use a data folder: a lock of the kernel's on a file in it, which goes when its holder does, however
/// that ends. PostgreSQL does not inherit it.
struct DataFolderLock: ~Copyable {
    private let file: Int32

    /// Takes the lock. `folderInUse` names the process that has it.
    init(_ layout: ClusterLayout) throws(EmbeddedError) {
        let path = layout.lock
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw EmbeddedError(FileError(path)) }
        // A holder that was killed while it started a program leaves the lock with that child until the child is
        // another program: a matter of milliseconds, longer on a busy machine.
        var patience = 1_500
        while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, patience > 0, Self.isOrphaned(path) {
            usleep(20_000)
            patience -= 1
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            guard code == EWOULDBLOCK else { throw EmbeddedError(FileError(path, code: code)) }
            throw .folderInUse(folder: layout.folder, process: Self.holder(path))
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, text, text.count, 0) == text.count else {
            let error = FileError(path)
            close(file)
            throw EmbeddedError(error)
        }
        self.file = file
    }

    /// A child that is on its way to another program may hold the file still; the lock goes all the same.
    deinit {
        flock(file, LOCK_UN)
        close(file)
    }

    private static func isOrphaned(_ path: String) -> Bool {
        holder(path).map { ProcessWatch(pid_t(clamping: $0)).runsNoMore } ?? false
    }

    private static func holder(_ path: String) -> Int? {
        (try? Files.text(path)).flatMap { $0.split(separator: "\n").first }.flatMap { Int($0) }
    }
}
