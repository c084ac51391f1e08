import Foundation
import Glibc
import TestPostgres

/// A file system of a megabyte, or of another size, that can be filled to the last byte. Mounting one needs root.
final class SmallDisk: Sendable {
    static let canBeMounted = getuid() == 0

    let folder: URL
    private var ballast: URL { folder.appending(path: "ballast") }

    init(_ size: String = "1m", at place: String? = nil) throws {
        folder = try place.map { URL(filePath: $0) } ?? openFolder()
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(size),mode=755") == 0 else {
            throw POSIXError(.init(rawValue: errno) ?? .EPERM)
        }
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    /// Writes until there is no room for one byte more.
    func fill() throws {
        let file = open(ballast.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(file) }
        let page = [UInt8](repeating: 0, count: 4096)
        while write(file, page, page.count) > 0 {}
        guard errno == ENOSPC else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    func makeRoom() throws { try FileManager.default.removeItem(at: ballast) }
}
