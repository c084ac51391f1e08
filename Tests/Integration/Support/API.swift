import Foundation
import TestPostgres
import TestWire
import Testing

/// Databases that the program has migrated.
let migratedDatabase = PreparedDatabase(difference: PreparedDatabase.otherInstance) { url in
    let ended = try await Program.run("daybook", ["migrate", "up"], ["DAYBOOK_DATABASE_URL": url])
    guard ended.code == 0 else { throw Program.Ended(complaints: ended.complaints) }
}

/// Returns when PostgreSQL, too, has noticed that the servers on this database have ended.
func everybodyHasLeft(_ url: String) async {
    await eventually {
        let sessions = try? TestPostgres.shared.query(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'daybook'",
            database: TestPostgres.shared.name(of: url))
        return sessions == [["0"]]
    }
}

/// A server of the service, as its clients see it.
struct API: Sendable {
    let program: Program
    let port: UInt16

    /// Many tests share two cores: what takes its time there is not what they are about.
    static let patience = [
        "DAYBOOK_POOL_TIMEOUT": "120s", "DAYBOOK_STATEMENT_TIMEOUT": "120s", "DAYBOOK_CONNECT_TIMEOUT": "120s",
    ]

    /// Starts one, which ends in order with the test. Several may share a database; settings are those of the
    /// environment.
    static func serving(_ url: String? = nil, _ settings: [String: String] = [:]) async throws -> API {
        let url = if let url { url } else { try await migratedDatabase.copy() }
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"],
            ["DAYBOOK_DATABASE_URL": url].merging(patience) { $1 }.merging(settings) { $1 })
        atEnd { if !program.hasEnded { #expect(await program.stop() == 0) } }
        return API(program: program, port: port)
    }

    /// The same with an account on it, known by its token.
    static func withAccount(
        _ url: String? = nil, _ settings: [String: String] = [:]
    ) async throws -> (api: API, token: String) {
        let api = try await serving(url, settings)
        return (api, try await api.newAccount().token)
    }

    var address: URL { get throws { try #require(URL(string: "http://127.0.0.1:\(port)")) } }

    typealias Answer = Client.Answer

    struct NoAnswer: Error {}

    /// One request on a connection of its own.
    func ask(
        _ method: String, _ path: String, token: String? = nil, _ body: String? = nil, fields: String = "",
        host: String = "test", type: String = "application/json"
    ) async throws -> Answer {
        guard let client = Client(port) else { throw NoAnswer() }
        client.send(requestText(method, path, host: host, token: token, fields: fields, type: type, body))
        guard let answer = await client.receive() else { throw NoAnswer() }
        return answer
    }

    /// An account of its own: its id, its first device and that device's token.
    func newAccount(_ body: String = "{}") async throws -> (account: String, device: String, token: String) {
        let answer = try await ask("POST", "/v1/accounts", body)
        guard let account = answer.json["account"]["id"].text, let device = answer.json["device"]["id"].text,
            let token = answer.json["token"].text
        else { throw NoAnswer() }
        return (account, device, token)
    }
}

/// JSON as a test looks into it: what is not there is null.
struct JSON: Sendable, Equatable {
    private let data: Data

    init(_ text: String) { data = Data(text.utf8) }
    private init(_ value: Any) {
        data =
            (try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])) ?? Data()
    }

    private var value: Any? { try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) }

    subscript(_ name: String) -> JSON { (value as? [String: Any])?[name].map { JSON($0) } ?? JSON("null") }
    subscript(_ index: Int) -> JSON {
        guard let list = value as? [Any], list.indices.contains(index) else { return JSON("null") }
        return JSON(list[index])
    }

    /// The value itself, and how it is shown where a test fails.
    var any: Any? { value }
    var shown: String { String(decoding: data, as: UTF8.self) }

    var text: String? { value as? String }
    var number: Int? { value as? Int }
    var flag: Bool? { value as? Bool }
    var list: [JSON] { (value as? [Any])?.map { JSON($0) } ?? [] }
    var names: Set<String> { Set((value as? [String: Any])?.keys.map { $0 } ?? []) }
    var isNull: Bool { value == nil || value is NSNull }
}
