import CSodium
import DaybookHost
import Glibc

/// The key of sealed backups: 32 random bytes in a file of its own, which should not be kept with the backups.
struct BackupKey: Sendable {
    static let length = Int(crypto_secretstream_xchacha20poly1305_KEYBYTES)

    let bytes: [UInt8]

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        Sodium.prepare()
        self.bytes = bytes
    }

    /// Tells keys apart and reveals nothing about the key, so that a wrong key can be told from a damaged file.
    var name: String {
        Hexadecimal.text(Sodium.hash(Array("daybook backup key name".utf8), key: bytes, length: 16))
    }

    /// Reads a key, in hexadecimal on one line.
    static func read(_ path: String) throws(BackupError) -> BackupKey {
        let text: String
        let mode: mode_t
        do throws(FileError) {
            mode = try Files.status(path)?.st_mode ?? 0
            text = String(decoding: try Files.read(path, limit: 4096), as: UTF8.self)
        } catch {
            throw .file(error)
        }
        guard mode & 0o007 == 0 else { throw .keyOpenToOthers(path: path) }
        guard let bytes = Hexadecimal.bytes(String(text.trimmingSpaces())), let key = BackupKey(bytes) else {
            throw .noKey(path: path)
        }
        return key
    }

    /// Makes a new key in a new file.
    static func create(_ path: String) throws(BackupError) {
        let file = try NewFile(path)
        do throws(FileError) {
            try file.write(Array((Hexadecimal.text(Sodium.randomBytes(length)) + "\n").utf8))
        } catch {
            throw .file(error)
        }
        try file.keep()
    }
}
