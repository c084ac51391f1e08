import Foundation
import TestPostgres
import Testing

@Suite(.closing) struct CertificateTests {
    /// A self-signed pair, made by openssl.
    func makePair(_ name: String, in folder: URL) async throws {
        let made = try await Program.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=\(name)", "-keyout", folder.appending(path: "key.pem").path, "-out",
                folder.appending(path: "certificate.pem").path,
            ])
        try #require(made.code == 0, "\(made.complaints)")
    }

    func subject(_ port: UInt16) async throws -> String {
        try await Program.run("/usr/bin/openssl", ["s_client", "-connect", "127.0.0.1:\(port)"]).output
    }

    @Test func aHangUpSignalBringsTheNewCertificateAndABadOneChangesNothing() async throws {
        let folder = try openFolder()
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
