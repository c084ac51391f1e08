import DaybookHost
import WebPack

/// Where the files of the web app are.
enum WebFiles: Sendable {
    /// Compiled in, by their paths below /app/.
    case packed([String: WebFile])
    /// A folder of sources, read anew for each request, for whoever works on them.
    case folder(String)
    /// This build has none.
    case none

    init(_ configuration: Configuration) {
        if let folder = configuration.webFolder {
            self = .folder(folder)
        } else {
            let packed = Self.compiledIn()
            self = packed["index.html"] == nil ? .none : .packed(packed)
        }
    }

    /// The file of a path below /app/.
    subscript(path: String) -> WebFile? {
        switch self {
        case .none: return nil
        case .packed(let files): return files[path]
        case .folder(let folder):
            guard path.split(separator: "/").allSatisfy(Self.isPlain) else { return nil }
            return (try? TextFile.readBytes("\(folder)/\(path)", limit: 16 << 20)).map { WebFile(path, $0) }
        }
    }

    /// A name that leads nowhere but into its folder.
    private static func isPlain(_ name: Substring) -> Bool {
        name.first != "."
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    private static func compiledIn() -> [String: WebFile] {
        var bytes: [String: [UInt8]] = [:]
        for file in 0..<web_files() {
            var content = [UInt8](repeating: 0, count: Int(web_size(file)))
            web_copy(file, &content)
            bytes[String(cString: web_path(file))] = content
        }
        var files: [String: WebFile] = [:]
        for (path, plain) in bytes where !path.hasSuffix(".br") && !path.hasSuffix(".gz") {
            files[path] = WebFile(path, plain, brotli: bytes["\(path).br"], gzip: bytes["\(path).gz"])
        }
        return files
    }
}
