import Foundation
import TestWire
import Testing

/// What clients cost that do not read what they ask for, or do not send what they began: how much memory is measured
/// where proofs are made; that others are served beside them always counts.
@Suite(.serialized, .closing) struct SlowClientTests {
    /// The most that any of this may cost over idle.
    private static let most = 64 << 20

    private func accounts(_ count: Int, _ api: API) async throws -> [String] {
        var tokens: [String] = []
        for _ in 0..<count { tokens.append(try await api.newAccount().token) }
        return tokens
    }

    /// The most that the server held while the body ran, over what it held before.
    private func cost(_ api: API, _ body: () async throws -> Void) async throws -> Int {
        let before = api.program.residentBytes
        let peak = Peak(api.program)
        try await body()
        return await peak.end() - before
    }

    @Test func answersThatNobodyReadsAreBounded() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_REGISTRATIONS_PER_ADDRESS": "0"])
        let tokens = try await accounts(6, api)
        let notes = String(repeating: "wörd ", count: 100_000)
        for token in tokens.prefix(Proofs.scale(gate: 2, proof: 6)) {
            for number in 0..<3 {
                let answer = try await api.ask(
                    "POST", "/v1/tasks", token: token, #"{"title":"Task \#(number)","notes":"\#(notes)"}"#)
                #expect(answer.status == 201)
            }
        }
        let idle = api.program.residentBytes
        let count = Proofs.scale(gate: 20, proof: 120)
        for coding in ["identity", "gzip", "zstd"] {
            let cost = try await cost(api) {
                var clients: [Client] = []
                for number in 0..<count {
                    guard let client = Client(api.port, receiveBuffer: 4096) else { continue }
                    let fields =
                        "Authorization: Bearer \(tokens[number % tokens.count])\r\nAccept-Encoding: \(coding)\r\n"
                    // One behind the other, so that what the kernel takes off is asked for again.
                    for _ in 0..<8 { client.send("GET /v1/tasks HTTP/1.1\r\nHost: test\r\n\(fields)\r\n") }
                    clients.append(client)
                }
                // Whoever reads is served meanwhile, and the server has come to all of them.
                await eventually { await Client.get("/healthz", api.port)?.status == 200 }
                if Proofs.areMade { try await Task.sleep(for: .seconds(2)) }
                withExtendedLifetime(clients) {}
            }
            measured { #expect(cost < Self.most, "\(coding): \(cost >> 20) MiB") }
        }
        // What the burst left free goes back.
        if Proofs.areMade { await eventually { api.program.residentBytes < idle + Self.most / 2 } }
        #expect(try await api.ask("GET", "/v1/tasks?limit=1", token: tokens[0]).status == 200)
    }

    /// A calendar is told while it is read, however long it is.
    @Test func aLongCalendarThatNobodyReadsIsBounded() async throws {
        let (api, token) = try await API.withAccount(
            nil, ["DAYBOOK_UNCLAIMED_TASKS": "0", "DAYBOOK_UNCLAIMED_BYTES": "0"])
        let count = Proofs.scale(gate: 2_000, proof: 100_000)
        let now = Date.now.ISO8601Format()
        for start in stride(from: 0, to: count, by: 500) {
            let operations = (start..<min(start + 500, count)).map { number in
                let (id, operation) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
                return
                    #"{"opId":"\#(operation)","entity":"task","id":"\#(id)","at":"\#(now)","fields":{"title":"\#(number)"}}"#
            }
            let pushed = try await api.ask(
                "POST", "/v1/sync", token: token, #"{"ops":[\#(operations.joined(separator: ","))]}"#)
            #expect(pushed.status == 200)
        }
        let account = try #require(try await api.ask("GET", "/v1/account", token: token).json["id"].text)
        let question = #"<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>"#
        func request() -> String {
            requestText(
                "PROPFIND", "/dav/c/\(account)/inbox/", token: token, fields: "Depth: 1\r\n", type: "application/xml",
                question)
        }
        func all() async throws -> Int {
            let reader = try #require(Client(api.port))
            reader.send(request())
            let answer = try #require(await reader.receive())
            return answer.status == 207 ? answer.body.components(separatedBy: ".ics</").count - 1 : 0
        }
        // Questions wait until the server knows what calendars show, half a minute each, and are told to come back.
        var questions = 1
        while try await all() != count, questions < 20 { questions += 1 }
        let cost = try await cost(api) {
            var clients: [Client] = []
            for _ in 0..<Proofs.scale(gate: 8, proof: 60) {
                guard let client = Client(api.port, receiveBuffer: 4096) else { continue }
                client.send(request())
                clients.append(client)
            }
            // Whoever reads has all of it meanwhile.
            let told = try await all()
            #expect(told == count)
            withExtendedLifetime(clients) {}
        }
        measured { #expect(cost < Self.most, "\(cost >> 20) MiB") }
    }

    @Test func bodiesThatNobodyEndsAreBounded() async throws {
        let (api, token) = try await API.withAccount()
        let part = String(repeating: " ", count: 900_000)
        var clients: [Client] = []
        let cost = try await cost(api) {
            for _ in 0..<150 {
                guard let client = Client(api.port) else { continue }
                client.send(
                    "POST /v1/sync HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n\(part)"
                )
                clients.append(client)
            }
            let answer = try await api.ask("GET", "/v1/tasks", token: token)
            #expect(answer.status == 200)
        }
        // All of them would be twice that. What was let go of is not back yet: of some 80 MiB half lie in the
        // allocator.
        measured { #expect(cost < Self.most * 7 / 4, "\(cost >> 20) MiB") }
        // What comes at once needs no room. What is long comes in pieces: those go that cost more, and where none
        // does it is refused clearly, and taken when the others are gone.
        #expect(try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"Short"}"#).status == 201)
        let long = #"{"title":"Long","notes":"\#(part.prefix(600_000))"}"#
        let beside = try await api.ask("POST", "/v1/tasks", token: token, long)
        #expect(beside.status == 201 || beside.code == "no_room_for_body", "\(beside.status) \(beside.code ?? "")")
        clients.removeAll()
        await eventually { (try? await api.ask("POST", "/v1/tasks", token: token, long))?.status == 201 }
    }

    /// A file on its way in is on the disk, not in memory, and a second one of the account is refused.
    @Test func uploadsThatNobodyEndsHoldTheirFilesAlone() async throws {
        let api = try await API.serving()
        let tokens = try await accounts(6, api)
        let part = String(repeating: " ", count: 16 << 20)
        func begin(_ token: String) async -> Client? {
            let client = Client(api.port)
            await onThread {
                client?.send(
                    "POST /v1/import HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\nContent-Length: \(part.utf8.count + 1)\r\n\r\n\(part)"
                )
            }
            return client
        }
        let cost = try await cost(api) {
            var clients: [Client?] = []
            for token in tokens { clients.append(await begin(token)) }
            let second = try await api.ask("POST", "/v1/import", token: tokens[0], "[]")
            #expect(second.status == 409 && second.code == "import_under_way")
            #expect(try await api.ask("GET", "/v1/tasks", token: tokens[0]).status == 200)
            withExtendedLifetime(clients) {}
        }
        measured { #expect(cost < Self.most / 2, "\(cost >> 20) MiB") }
        // Gone with those who sent them.
        await eventually { (try? await api.ask("POST", "/v1/import", token: tokens[0], "[]"))?.status != 409 }
    }
}

/// The most memory that a program was seen with.
final class Peak: Sendable {
    private let task: Task<Int, Never>

    init(_ program: Program) {
        task = Task {
            var most = 0
            while !Task.isCancelled {
                most = max(most, program.residentBytes)
                try? await Task.sleep(for: .milliseconds(5))
            }
            return most
        }
    }

    func end() async -> Int {
        task.cancel()
        return await task.value
    }
}

extension Program {
    /// What of its memory is there, as the kernel tells it.
    var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize())
    }
}
