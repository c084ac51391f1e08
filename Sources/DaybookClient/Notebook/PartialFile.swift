#if canImport(FoundationEssentials)
import FoundationEssentials
import Glibc
#else
import Foundation
#endif

/// A file that stands under its name whole or not at all.
struct PartialFile {
    private let file: URL
    private let temporary: URL
    private let descriptor: Int32

    init(for file: URL) throws {
        self.file = file
        temporary = file.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).partial")
        descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
        guard descriptor >= 0 else { throw Self.failure }
    }

    func append(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure }
            rest = rest.dropFirst(count)
        }
    }

    /// Puts it in its place, once it is on the disk.
    func finish() throws {
        guard fsync(descriptor) == 0, rename(temporary.path, file.path) == 0 else { throw Self.failure }
        close(descriptor)
    }

    func abandon() {
        close(descriptor)
        unlink(temporary.path)
    }

    private static var failure: POSIXError { POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
}
