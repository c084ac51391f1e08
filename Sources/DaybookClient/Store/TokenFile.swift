import DaybookCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The device's token, in a file that only its owner reads. It is never in the database, which people copy around.
struct TokenFile {
    let url: URL

    init(folder: URL) { url = folder.appendingPathComponent("token") }

    func read() -> String? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmed
        return text.isEmpty ? nil : text
    }

    /// The old token or the new one is there at any moment. The folder is closed to others, so the file never was open.
    func write(_ token: String) throws {
        try Data((token + "\n").utf8).write(to: url, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
