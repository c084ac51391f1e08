import DaybookCore
import DaybookFormats
import Foundation
import FoundationNetworking
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestAccounts
@testable import TestService

/// The export over HTTP, of an account that devices filled.
@Suite(.closing) struct ExportTests {
    struct Answer {
        let status: Int
        let fields: [String: String]
        let text: String

        var code: String? { (try? JSONValue(json: Array(text.utf8)))?["code"]?.text }
    }

    private func get(_ query: String, _ account: SomeAccount, _ house: LiveHouse) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(house.port)/v1/export\(query)")))
        request.setValue("Bearer \(account.token.text)", forHTTPHeaderField: "authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        var fields: [String: String] = [:]
        for (name, value) in http.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Answer(status: http.statusCode, fields: fields, text: String(decoding: data, as: UTF8.self))
    }

    private let list = Identifier(high: 0x1157, low: 1)
    private func task(_ number: UInt64) -> Identifier { Identifier(high: 0x7A5C, low: number) }

    /// A list, three tasks of which the last is moved first, one deleted, one completed, and a field of a newer app.
    private func fill(_ account: SomeAccount, _ house: LiveHouse) async throws {
        let device = Device(account, port: house.port)
        device.change(list, [JSONMember("name", "CANARY list"), JSONMember("sortOrder", "V")], entity: .list)
        device.change(
            task(1),
            [
                JSONMember("title", "CANARY one"), JSONMember("listId", .string(list.text)),
                JSONMember("sortOrder", "b1"), JSONMember("effort", .array([1, "CANARY"])),
            ])
        device.change(task(2), [JSONMember("title", "CANARY two"), JSONMember("sortOrder", "c1")])
        device.change(task(2), [JSONMember("state", "completed")])
        device.change(task(3), [JSONMember("title", "CANARY three"), JSONMember("sortOrder", "a1")])
        device.change(task(4), [JSONMember("title", "CANARY gone"), JSONMember("sortOrder", "a0")])
        try await device.sync()
        device.delete(task(4))
        try await device.sync()
    }

    private func document(_ answer: Answer) throws -> JSONValue {
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONValue(json: Array(answer.text.utf8))
    }

    /// Whoever moves knows what to set up again; where it leads is told to nobody.
    @Test func channelsAreToldWithoutTheirAddresses() async throws {
        let (houses, account) = try await openHouses()
        try await fill(account, houses[0])
        #expect(try document(try await get("", account, houses[0]))["channels"] == nil)
        let made = Instant("2026-11-21T09:00:00.000Z")!
        try await houses[0].database.write(
            of: account.id,
            """
            INSERT INTO channel (account_id, channel_id, device_id, kind, name, wants, language, address, address_hash, created_at)
            VALUES (\(account.id), \(Identifier.random()), \(account.device), 'webhook', 'CANARY home', 65, 'de',
                decode(repeat('cd', 40), 'hex'), decode(repeat('ab', 32), 'hex'), \(made))
            """)
        let whole = try await get("", account, houses[0])
        let channel: JSONValue = .object([
            JSONMember("kind", "webhook"), JSONMember("name", "CANARY home"),
            JSONMember("wants", .array(["reminders", "changes"])), JSONMember("language", "de"),
            JSONMember("state", "on"), JSONMember("createdAt", .string(made.text)),
        ])
        #expect(try document(whole)["channels"] == .array([channel]))
        #expect(!whole.text.contains("cdcd") && !whole.text.contains("address"))
        let lines = try await get("?format=ndjson", account, houses[0]).text.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("{\"type\":\"channel\",\"kind\":\"webhook\"") } == 1)
        #expect(try document(try await get("?anonymize=true", account, houses[0]))["channels"] == nil)
    }

    @Test func allTasksOfAllViewsInTheUsersOrder() async throws {
        let (houses, account) = try await openHouses()
        try await fill(account, houses[0])
        var day = ""
        var answer: Answer
        // Once more where a day ended meanwhile.
        repeat {
            day = Instant.now().utcDate.text
            answer = try await get("", account, houses[0])
        } while day != Instant.now().utcDate.text
        let document = try document(answer)
        #expect(answer.fields["content-type"] == "application/json")
        #expect(
            answer.fields["content-disposition"]
                == "attachment; filename=\"Daybook-Tasks-Export-\(day).json\"")
        #expect(document["tasks"]?.items.map { $0["text"]?.text } == ["CANARY three", "CANARY one", "CANARY two"])
        #expect(document["tasks"]?.items.map { $0["sortOrder"] } == [0, 1, 2])
        #expect(document["tasks"]?.items[1]["otherFields"]?["effort"] == .array([1, "CANARY"]))
        #expect(document["tasks"]?.items[2]["state"]?.text == "completed")
        #expect(document["lists"]?.items.map { $0["name"]?.text } == ["CANARY list"])
        #expect(document["settings"]?["timeZone"]?.text == "UTC" && document["history"] == nil)
        #expect(answer.text.hasPrefix("{\n  \"exportDate\": \"\(day)T"))
    }

    @Test func everyFormatIsWhatItsReaderTakes() async throws {
        let (houses, account) = try await openHouses()
        try await fill(account, houses[0])
        for name in ["json", "ndjson", "csv"] {
            let answer = try await get("?format=\(name)", account, houses[0])
            #expect(answer.status == 200)
            var reading = Reading(ReadingContext(now: .now()))
            var reader = try #require(Format(rawValue: name)).reader()
            try reader.read(Array(answer.text.utf8), into: &reading)
            try reader.finish(into: &reading)
            #expect(reading.report.tasks == 3 && reading.report.lists == 1 && reading.report.refused == 0)
        }
        let calendar = try await get("?format=ics", account, houses[0]).text
        #expect(calendar.components(separatedBy: "BEGIN:VTODO").count == 4)
        #expect(calendar.hasSuffix("END:VCALENDAR\r\n"))
    }

    @Test func whatIsAskedForIsInIt() async throws {
        let (houses, account) = try await openHouses()
        try await fill(account, houses[0])
        let deleted = try document(try await get("?deleted=true", account, houses[0]))
        #expect(deleted["tasks"]?.items.first?["text"]?.text == "CANARY gone")
        #expect(deleted["tasks"]?.items.first?["deletedAt"]?.text != nil)
        let none = try document(try await get("?since=2999-01-01", account, houses[0]))
        #expect(none["tasks"]?.items.isEmpty == true && none["lists"]?.items.count == 1)
        // Places are those of the whole.
        try await houses[0].database.write(
            of: account.id, "UPDATE task SET updated_at = '2020-01-01' WHERE task_id <> \(task(1))")
        let some = try document(try await get("?since=2020-01-02T00:00:00Z", account, houses[0]))
        #expect(some["tasks"]?.items.map { $0["sortOrder"] } == [1])
        let history = try document(try await get("?history=true", account, houses[0]))
        #expect((history["history"]?.items.count ?? 0) >= 6 && history["devices"]?.items.count == 1)
    }

    @Test func anAnonymousExportHoldsNothingThatSomebodyWrote() async throws {
        let (houses, account) = try await openHouses()
        try await fill(account, houses[0])
        for name in ["json", "ndjson"] {
            let query = "?format=\(name)&history=true&deleted=true&anonymize=true"
            let answer = try await get(query, account, houses[0])
            #expect(answer.status == 200 && !answer.text.contains("CANARY") && !answer.text.contains("Phone"))
            #expect(answer.text.contains("XXXXXX xxx"))
        }
        for name in ["csv", "ics"] {
            let answer = try await get("?format=\(name)&anonymize=true", account, houses[0])
            #expect(answer.status == 200 && !answer.text.contains("CANARY"))
        }
    }

    @Test func whatIsNoExportIsRefusedInWords() async throws {
        let (houses, account) = try await openHouses()
        let wrong = [
            "?format=xml", "?since=yesterday", "?history=perhaps", "?limit=3", "?format=csv&history=true",
            "?format=json&format=csv",
        ]
        for query in wrong {
            let answer = try await get(query, account, houses[0])
            #expect(answer.status == 400 && answer.code == "malformed_parameter", "\(query)")
        }
        let empty = try document(try await get("", account, houses[0]))
        #expect(empty["tasks"]?.items.isEmpty == true && empty["lists"]?.items.isEmpty == true)
    }

    /// As many as the gate lets in; a pass that nobody holds any more is free again.
    @Test func theGateIsNeverLeftTwiceAndNeverShut() throws {
        let gate = ExportGate(limit: 2)
        let first = try gate.enter()
        var second: ExportGate.Pass? = try gate.enter()
        #expect(throws: (any Error).self) { try gate.enter() }
        first.end()
        first.end()
        let third = try gate.enter()
        #expect(throws: (any Error).self) { try gate.enter() }
        withExtendedLifetime(second) {}
        second = nil
        let fourth = try gate.enter()
        #expect(throws: (any Error).self) { try gate.enter() }
        withExtendedLifetime((third, fourth)) {}
    }
}
