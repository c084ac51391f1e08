import Glibc

/// Reads small files whole.
package enum TextFile {
    package struct Failure: Error {
        package let reason: String
    }

    /// Reads at most `limit` bytes, also from files of /proc, which have no size. A longer file, or one that is not
    /// UTF-8, is refused.
    package static func read(_ path: String, limit: Int) throws(Failure) -> String {
        let bytes = try readBytes(path, limit: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure(reason: "it is not UTF-8 text") }
        return text
    }

    package static func readBytes(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(reason: reason(errno)) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure(reason: reason(errno)) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw Failure(reason: "it is larger than \(ByteSize.show(limit))") }
        }
    }

    static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "there is no such file"
        case EACCES: "permission denied"
        case EISDIR: "it is a directory"
        default: String(cString: strerror(code))
        }
    }
}
