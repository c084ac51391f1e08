import Foundation
import TestWire
import Testing

@testable import HTTP

/// With the certificates and the client of the openssl command.
@Suite struct TLSTests {
    let folder: Certificates

    init() throws {
        folder = try Certificates()
        try folder.make("one")
    }

    @Test func servesOverTLS12And13WithHTTP11Agreed() async throws {
        try await withServer({ $0.tls = folder.files }, handler: echo) { server in
            for version in ["-tls1_2", "-tls1_3"] {
                let (text, _) = try await openssl(
                    ["s_client", "-connect", "127.0.0.1:\(server.port)", version, "-alpn", "h2,http/1.1", "-ign_eof"],
                    input: "POST /secret HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
                #expect(text.contains("ALPN protocol: http/1.1"))
                #expect(text.contains("POST /secret - abc"))
                #expect(text.contains("CN = one"))
            }
        }
    }

    @Test func olderVersionsAndOtherProtocolsAreRefused() async throws {
        try await withServer({ $0.tls = folder.files }, handler: echo) { server in
            let old = try await openssl(
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], input: ""
            )
            #expect(old.status != 0)
            let other = try await openssl(
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-alpn", "h2"], input: "")
            #expect(other.status != 0)
            #expect(server.statistics.requests == 0)
        }
    }

    @Test func largeBodiesGoBothWays() async throws {
        let handler: Handler = { request in
            var count = 0
            for try await chunk in request.body { count += chunk.count }
            let total = count
            return .stream { writer in
                var left = total
                while left > 0 {
                    let size = min(left, 70_000)
                    try await writer.write([UInt8](repeating: 0x7A, count: size))
                    left -= size
                }
            }
        }
        try await withServer({ $0.tls = folder.files }, handler: handler) { server in
            let size = 3_000_000
            let (text, _) = try await openssl(
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet", "-ign_eof"],
                input: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n"
                    + String(repeating: "y", count: size))
            #expect(text.filter { $0 == "z" }.count == size)
        }
    }

    @Test func aNewCertificateIsTakenWhenAskedAndABadOneIsNot() async throws {
        try await withServer({ $0.tls = folder.files }, handler: echo) { server in
            #expect(try await subject(server) == "one")
            try folder.make("two")
            #expect(try await subject(server) == "one")
            try server.reloadTLS()
            #expect(try await subject(server) == "two")
            try Data("no certificate".utf8).write(to: folder.certificate)
            #expect(throws: HTTPServerError.self) { try server.reloadTLS() }
            #expect(try await subject(server) == "two")
            try folder.make("three", keepingKey: true)
            // A certificate beside a key that is not its own.
            #expect(throws: HTTPServerError.self) { try server.reloadTLS() }
            #expect(try await subject(server) == "two")
        }
    }

    @Test func filesThatAreNotThereStopTheStart() {
        var configuration = HTTPConfiguration(host: "127.0.0.1", port: 0)
        configuration.tls = TLSFiles(certificateChain: "/nonexistent.pem", privateKey: "/nonexistent.key")
        #expect(throws: HTTPServerError.self) { try HTTPServer(configuration, reactors: testReactors, handler: echo) }
    }

    @Test func aHandshakeThatDoesNotEndIsCutOff() async throws {
        try await withWire({ ($0.tls, $0.headTime) = (folder.files, .milliseconds(50)) }, handler: echo) {
            wire, server throws in
            try wire.send([0x16, 0x03, 0x01])
            #expect(wire.isEnded())
            #expect(server.statistics.timeouts == 1)
        }
    }

    @Test func plainTextToATLSPortIsClosed() async throws {
        try await withWire({ $0.tls = folder.files }, handler: echo) { wire, server throws in
            try wire.send(get())
            while !wire.isEnded() {}
            #expect(server.statistics.requests == 0)
        }
    }

    private func subject(_ server: HTTPServer) async throws -> String {
        let (text, _) = try await openssl(["s_client", "-connect", "127.0.0.1:\(server.port)"], input: "")
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("subject=") }) else { return text }
        return String(line.split(separator: " ").last ?? "")
    }
}

/// A folder with a certificate and its key, removed at the end.
final class Certificates: Sendable {
    let folder: URL
    var certificate: URL { folder.appending(path: "certificate.pem") }
    private var key: URL { folder.appending(path: "key.pem") }
    var files: TLSFiles { TLSFiles(certificateChain: certificate.path, privateKey: key.path) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "daybook-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A self-signed certificate of that name in place of the last.
    func make(_ name: String, keepingKey: Bool = false) throws {
        let newKey = keepingKey ? folder.appending(path: "other.pem") : key
        let (_, status) = try Command.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            newKey.path,
            "-out", certificate.path, "-days", "30", "-subj", "/CN=\(name)")
        #expect(status == 0)
    }
}

private func openssl(_ arguments: [String], input: String) async throws -> (text: String, status: Int32) {
    try await onThread {
        let (output, status) = try Command.run(["openssl"] + arguments, input: Array(input.utf8))
        return (String(decoding: output, as: UTF8.self), status)
    }
}
