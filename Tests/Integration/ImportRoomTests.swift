import Foundation
import TestWire
import Testing

/// What an import may take of the server's disk.
@Suite(.closing) struct ImportRoomTests {
    private static let rows = (0..<2_000).map {
        #"{"description":"Task \#($0)","uuid":"u\#($0)","entry":"20260101T000000Z","status":"pending"}"#
    }
    private static let file = "[\n\(rows.joined(separator: ",\n"))\n]\n"

    private func gzipped(_ text: String) async throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID())")
        try Data(text.utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder.appendingPathExtension("gz")) }
        _ = try await Program.run("/usr/bin/gzip", [folder.path])
        return try Data(contentsOf: folder.appendingPathExtension("gz"))
    }

    private func post(_ api: API, _ token: String, _ body: Data) async throws -> API.Answer {
        guard let client = Client(api.port) else { throw API.NoAnswer() }
        client.send(
            "POST /v1/import HTTP/1.1\r\nHost: test\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
        )
        client.send(body)
        guard let answer = await client.receive() else { throw API.NoAnswer() }
        return answer
    }

    @Test func whatIsTooLongIsRefusedWhole() async throws {
        let (api, token) = try await API.withAccount(nil, ["DAYBOOK_IMPORT_LIMIT": "300KiB"])
        let packed = try await gzipped(Self.file)
        // Unpacked it is longer than a request's body may be, and no longer than an import.
        #expect(try await post(api, token, packed).status == 200)
        for answer in [
            try await post(api, token, try await gzipped(Self.file + String(repeating: " ", count: 10_000_000))),
            try await api.ask("POST", "/v1/import", token: token, Self.file + String(repeating: " ", count: 200_000)),
        ] {
            #expect(answer.status == 413 && answer.code == "content_too_large")
            #expect(answer.json["detail"].text?.contains("Nothing of it was imported") == true)
            #expect(answer.json["limit"].number == 300 << 10)
        }
    }

    @Test(.enabled(if: SmallDisk.canBeMounted)) func aFullDiskIsSaid() async throws {
        let disk = try SmallDisk()
        chmod(disk.folder.path, 0o777)
        let (api, token) = try await API.withAccount(nil, ["DAYBOOK_IMPORT_FOLDER": disk.folder.path])
        try disk.fill()
        let refused = try await api.ask("POST", "/v1/import", token: token, Self.file)
        #expect(refused.status == 507 && refused.code == "disk_full")
        #expect(refused.field("retry-after") == "60")
        try disk.makeRoom()
        #expect(try await api.ask("POST", "/v1/import", token: token, Self.file).status == 200)
        // Nothing of it is left there.
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path).isEmpty)
    }

    @Test func whereOthersTakeAllTheRoomItIsSaid() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_IMPORT_ROOM": "300KiB"])
        let slow = try await api.newAccount().token
        let client = try #require(Client(api.port))
        client.send(
            "POST /v1/import HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(slow)\r\nContent-Length: 250000\r\n\r\n")
        client.send(String(repeating: " ", count: 240_000))
        let token = try await api.newAccount().token
        await eventually {
            let answer = try? await api.ask("POST", "/v1/import?dryRun=true", token: token, Self.file)
            return answer?.status == 503 && answer?.code == "import_no_room"
        }
        client.finishSending()
        await eventually { (try? await api.ask("POST", "/v1/import", token: token, Self.file))?.status == 200 }
    }
}
