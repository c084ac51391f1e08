import DaybookHost
import Glibc

/// A file that is read from its beginning to its end.
final class ReadFile {
    let path: String
    private(set) var offset = 0
    private let file: Int32

    init(_ path: String) throws(BackupError) {
        self.path = path
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .file(FileError(path)) }
    }

    deinit { if file >= 0 { close(file) } }

    /// So many bytes, or as many as are left.
    func bytes(_ count: Int) throws(BackupError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var part = [UInt8](repeating: 0, count: count - bytes.count)
            let taken = read(file, &part, part.count)
            if taken < 0, errno == EINTR { continue }
            guard taken >= 0 else { throw .file(FileError(path)) }
            if taken == 0 { break }
            bytes = bytes.isEmpty && taken == part.count ? part : bytes + part[..<taken]
        }
        offset += bytes.count
        return bytes
    }
}
