import Foundation

/// A package that is not ours, for which the compiler looks at the modules as they were built. The test targets are of
/// our package and see what is `package`, so none of them can tell what an app's author sees.
struct Outsider: ~Copyable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "outsider-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What the compiler says against a source that imports the libraries; empty where all is well.
    func complaints(about source: String) async throws -> String {
        try await compile(source, ["-typecheck", "-module-name", "Outsider"])
    }

    /// Makes a library that the next source may import.
    func make(library: String, of source: String) async throws -> String {
        let module = folder.appending(path: "\(library).swiftmodule")
        return try await compile(source, ["-emit-module", "-module-name", library, "-o", module.path])
    }

    private func compile(_ source: String, _ wishes: [String]) async throws -> String {
        let (file, said) = (folder.appending(path: "Source.swift"), folder.appending(path: "said"))
        try source.write(to: file, atomically: true, encoding: .utf8)
        try Data().write(to: said)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The compiler itself: its driver would start it as another process.
        process.arguments =
            ["swiftc", "-frontend"] + wishes
            + ["-parse-as-library", "-swift-version", "6", "-package-name", "outsider"] + Self.libraries
            + ["-I", folder.path, "-module-cache-path", Self.build.appending(path: "ModuleCache").path, file.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: said)
        let end = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.continuation.finish() }
        try process.run()
        for await _ in end.stream {}
        let text = try String(contentsOf: said, encoding: .utf8)
        return process.terminationStatus == 0 || !text.isEmpty ? text : "it ended with \(process.terminationStatus)"
    }

    /// Where the build put what it made: beside the tests.
    private static let build = URL(
        filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    ).deletingLastPathComponent()

    /// The modules, and the C libraries below them.
    private static var libraries: [String] {
        let maps = ["CLinux", "CSQLite", "CUTF8Proc", "CZlib", "CCurl/include"].flatMap { name in
            ["-Xcc", "-fmodule-map-file=\(House.root.appending(path: "Sources/\(name)/module.modulemap").path)"]
        }
        return ["-I", build.appending(path: "Modules").path] + maps
    }
}
