import COpenSSL
import Foundation

@testable import Notifying

/// The public half of a key as a file, for whoever checks signatures. It is removed with this object.
final class KeyFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "daybook-key-\(UUID()).pem").path

    init(publicHalfOf key: SigningKey) throws {
        let pem = OpenSSL.withKey(publicPoint: key.point) { key in
            let sink = BIO_new(BIO_s_mem())
            defer { BIO_free(sink) }
            var pem = [UInt8](repeating: 0, count: 1_024)
            guard PEM_write_bio_PUBKEY(sink, key) == 1 else { return [UInt8]() }
            return Array(pem[..<Int(BIO_read(sink, &pem, 1_024))])
        }
        try Data(pem ?? []).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
