import Foundation
import Testing

/// What a user wrote cannot be logged: the compiler refuses it, and the list of fields offers no way round.
@Suite struct LogPrivacyTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    @Test(arguments: [
        "log.info(title)", "log.info(\"task \\(title) created\")", "log.info(\"created\", .reason(title))",
        "log.info(\"created\", .version(title))", "log.info(\"created\", .error(title))",
        "log.info(\"created\", .request(title))", "log.info(\"created\", .route(title))",
        "log.info(\"created\", title)",
    ])
    func theCompilerRefusesATitle(attempt: String) async throws {
        let (code, complaints) = try await check(attempt)
        #expect(code != 0, "this compiled: \(attempt)")
        #expect(complaints.contains("error:"))
        #expect(!complaints.contains("no such module"), "\(complaints)")
    }

    /// The checks above would also pass if nothing compiled at all.
    @Test func whatMayBeLoggedCompiles() async throws {
        let (code, complaints) = try await check("log.info(\"created\", .count(title.count), .reason(\"a literal\"))")
        #expect(code == 0, "\(complaints)")
    }

    @Test func noFieldHoldsText() throws {
        let file = Self.root.appending(path: "Sources/DaybookHost/Logging/LogField.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let declaration = try #require(text.firstMatch(of: #/enum LogField: Sendable \{([^}]*)\}/#)).1
        let types = declaration.matches(of: #/case \w+\(([^)]+)\)/#).map { String($0.1) }
        #expect(types.count > 15)
        let permitted: Set = [
            "ListenAddress", "Int", "Int32", "Duration", "any Error.Type", "HTTP.Method", "StaticString", "RequestID",
            "Route",
            "LoggedSQLState",
        ]
        #expect(Set(types).subtracting(permitted).isEmpty)
    }

    private func check(_ line: String) async throws -> (code: Int32, complaints: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "log-privacy-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "attempt.swift")
        try "import DaybookHost\nfunc attempt(_ log: Log, _ title: String) { \(line) }\n"
            .write(to: source, atomically: true, encoding: .utf8)
        let errors = folder.appending(path: "errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)

        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let modules = URL(filePath: tests).deletingLastPathComponent().appending(path: "Modules").path
        let sources = Self.root.appending(path: "Sources")
        let shims = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasPrefix("C") }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, "-Xcc", "-I/usr/include/postgresql"]
            + shims.flatMap {
                ["-I", sources.appending(path: $0).path, "-I", sources.appending(path: "\($0)/include").path]
            }
            + [source.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        let code = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        return (code, try String(contentsOf: errors, encoding: .utf8))
    }
}
