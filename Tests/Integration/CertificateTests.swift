import Foundation
import TestPostgres
import Testing

@Suite(.closing) struct CertificateTests {
    /// A self-signed pair, made by openssl.
    func makePair(_ name: String, in folder: URL) async throws {
        let made = try await run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-subj", "/CN=\(name)", "-keyout", folder.appending(path: "key.pem").path, "-out",
            folder.appending(path: "certificate.pem").path,
        ])
        try #require(made.code == 0, "\(made.output)")
    }

    func run(_ command: [String]) async throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        let file = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID())")
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        await onThread { [box = Waiting(process)] in box.process.waitUntilExit() }
        return (process.terminationStatus, try String(contentsOf: file, encoding: .utf8))
    }

    func subject(_ port: UInt16) async throws -> String {
        try await run(["openssl", "s_client", "-connect", "127.0.0.1:\(port)"]).output
    }

    @Test func aHangUpSignalBringsTheNewCertificateAndABadOneChangesNothing() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await makePair("first", in: folder)
        let url = try TestPostgres.shared.freshDatabase()
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"],
            [
                "DAYBOOK_DATABASE_URL": url, "DAYBOOK_TLS_CERTIFICATE": folder.appending(path: "certificate.pem").path,
                "DAYBOOK_TLS_KEY": folder.appending(path: "key.pem").path,
            ])
        #expect(try await subject(port).contains("CN = first"))

        try await makePair("second", in: folder)
        program.signal(SIGHUP)
        #expect(await program.complaint(containing: "\"certificate reloaded\"") != nil)
        #expect(try await subject(port).contains("CN = second"))

        try "broken".write(to: folder.appending(path: "key.pem"), atomically: true, encoding: .utf8)
        program.signal(SIGHUP)
        #expect(await program.complaint(containing: "\"certificate not reloaded\"") != nil)
        #expect(try await subject(port).contains("CN = second"))
        #expect(await program.stop() == 0)
    }
}
