import Foundation

/// The dependency rule of docs/house/architecture.md as data: what each room may import of ours and of the C libraries.
/// A room that is not listed may not exist.
enum House {
    static let allowedImports: [String: Set<String>] = [
        "CBuild": [], "CLinux": [], "CPostgres": [], "CSodium": [], "COpenSSL": [], "CZlib": [],
        "CZstd": [], "CSQLite": [], "CCurl": [], "CQRencode": [], "CExpat": [], "CUTF8Proc": [],
        "Migrations": [], "WebPack": [], "NormalForms": ["CUTF8Proc"],
        "DaybookCore": ["NormalForms"],
        "DaybookDevice": ["DaybookCore"],
        "WebCore": ["DaybookCore", "DaybookDevice"],
        "DaybookFormats": ["DaybookCore"],
        "DaybookAgents": ["DaybookCore"],
        "DaybookClient": ["CSQLite", "CZlib", "DaybookCore", "DaybookDevice", "WebClient"],
        "DaybookTesting": ["DaybookClient", "DaybookCore"],
        "Seeds": [],
        "Simulation": ["DaybookCore", "DaybookFormats", "Seeds"],
        "Fleet": ["Seeds"],
        "daybook-simulate": ["DaybookCore", "Fleet", "Simulation"],
        "Reactor": ["CLinux"],
        "Postgres": ["COpenSSL", "CPostgres", "Reactor"],
        "Addresses": [],
        "WebClient": ["Addresses", "CCurl", "Reactor"],
        "Notifying": ["COpenSSL", "CSodium", "WebClient"],
        "HTTPParser": [],
        "HTTP": ["Addresses", "CLinux", "COpenSSL", "CZlib", "CZstd", "HTTPParser", "Reactor"],
        "DaybookHost": ["CBuild", "CLinux", "CSodium", "DaybookCore", "HTTP", "Postgres", "Reactor"],
        "DaybookStore": ["CLinux", "CSodium", "DaybookCore", "DaybookHost", "Migrations", "Postgres", "Reactor"],
        "DaybookLedger": ["DaybookCore", "DaybookHost", "DaybookStore", "Postgres", "Reactor"],
        "RowWriting": ["DAV", "DaybookCore", "DaybookFormats", "DaybookLedger", "Postgres"],
        "DaybookCalendarIndex": [
            "DaybookCore", "DaybookFormats", "DaybookLedger", "DaybookStore", "Postgres", "Reactor",
        ],
        "DaybookAccounts": [
            "COpenSSL", "CSodium", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP", "Postgres",
            "Reactor", "WebClient",
        ],
        "DaybookReminders": [
            "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP", "Notifying",
            "Postgres", "Reactor",
        ],
        "DAV": ["CExpat", "HTTPParser"],
        "DaybookCalDAV": [
            "DAV", "DaybookAccounts", "DaybookCalendarIndex", "DaybookCore", "DaybookFormats", "DaybookHost",
            "DaybookLedger", "DaybookStore", "HTTP", "Postgres", "Reactor", "RowWriting",
        ],
        "DaybookAPI": [
            "CLinux", "CSodium", "DaybookAccounts", "DaybookAgents", "DaybookCore", "DaybookFormats", "DaybookHost",
            "DaybookLedger", "DaybookReminders", "DaybookStore", "HTTP", "Postgres", "Reactor", "RowWriting",
        ],
        "DaybookServer": [
            "CLinux", "CSodium", "CZstd", "DaybookAPI", "DaybookAccounts", "DaybookCalDAV", "DaybookCalendarIndex",
            "DaybookCore", "DaybookFormats", "DaybookHost", "DaybookLedger", "DaybookReminders", "DaybookStore", "HTTP",
            "Notifying",
            "Postgres", "Reactor", "WebClient", "WebPack",
        ],
        "daybook": [
            "CLinux", "CQRencode", "DaybookAPI", "DaybookAccounts", "DaybookAgents", "DaybookClient", "DaybookCore",
            "DaybookFormats", "DaybookHost", "DaybookServer", "DaybookStore", "Reactor",
        ],
        "daybook-bench": [
            "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookServer", "HTTP", "Postgres", "Reactor",
        ],
    ]

    /// Rooms that may hold unsafe code and say why it is safe; everywhere else the compiler's promises stand.
    static let mayBeUnsafe: Set<String> = [
        "Reactor", "Postgres", "HTTP", "WebClient", "DAV", "WebCore", "NormalForms", "RowWriting",
    ]

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func sources() throws -> [SourceFile] { try files(in: "Sources") }

    static func files(in name: String) throws -> [SourceFile] { try texts(in: name, ending: ["swift"]) }

    /// In whichever languages people write.
    static func texts(
        in name: String, ending: Set<Substring> = ["swift", "py", "sh", "js", "html", "yaml"]
    ) throws -> [SourceFile] {
        let folder = root.appending(path: name)
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { path in path.split(separator: ".").last.map(ending.contains) ?? false }.sorted().map {
            SourceFile(path: $0, text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }
}

struct SourceFile {
    /// Relative to the folder that was looked through; of Sources/ its first component is the room.
    let path: String
    let text: String

    var room: String { String(path.prefix { $0 != "/" }) }

    /// The modules named by import declarations, whatever attributes or kinds of declaration stand before the name.
    var imports: [String] {
        text.matches(
            of:
                /(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        ).map { String($0.1) }
    }

    /// What breaks the dependency rule in this file.
    func forbiddenImports(ours: Set<String>, allowed: [String: Set<String>]) -> [String] {
        guard let mayImport = allowed[room] else { return imports }
        return imports.filter { ours.contains($0) && $0 != room && !mayImport.contains($0) }
    }

    /// Code, line by line, without what stands in line comments.
    var codeLines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        }
    }

    private static let unsafe = [
        "UnsafeRaw", "UnsafeMutable", "UnsafeBuffer", "UnsafePointer", "unowned(unsafe)", "@unchecked Sendable",
    ]

    var unsafeLines: [Int] {
        // Hardly any file names one of them, and looking through its lines is slow.
        let named = Self.unsafe.filter { strstr(text, $0) != nil }
        guard !named.isEmpty else { return [] }
        return codeLines.enumerated().filter { line in named.contains { line.element.contains($0) } }
            .map { $0.offset + 1 }
    }
}
