import Foundation
import Seeds
import TestPostgres
import TestWire
import Testing

/// A server with its document, and accounts in it to set against each other.
struct IsolationHouse: Sendable {
    let program: Program
    let port: UInt16
    let document: Document
    let name: String
    /// Those that hold rows of accounts, but for what is written a second later: how far devices have read.
    private let tables: [String]

    struct Account: Sendable {
        let account: String
        let device: String
        let token: String
        /// Ids that stand anywhere in a row of the account: for a proof all of them, in the gate one under each name of
        /// each table, so that a request with one of its kind is made all the same.
        var identifiers: [String] = []
    }

    struct Answer: Sendable {
        let status: Int
        let whole: String
        var json: JSON { JSON(whole.range(of: "\r\n\r\n").map { String(whole[$0.upperBound...]) } ?? "") }
    }

    static func open(_ settings: [String: String]) async throws -> IsolationHouse {
        let url = try await migratedDatabase.copy()
        let name = try #require(url.firstMatch(of: #/postgresql:\/\/\/([a-z0-9_]+)/#)).1
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"],
            ["DAYBOOK_DATABASE_URL": url].merging(API.patience) { $1 }.merging(settings) { $1 })
        let text = try #require(await Client.get("/v1/openapi.json", port)).body
        let tables = try TestPostgres.shared.query(
            """
            SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'account_id'
            WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT attisdropped
                AND relname <> 'device_sync' ORDER BY 1
            """, database: String(name))
        return IsolationHouse(
            program: program, port: port, document: try Document(text), name: String(name),
            tables: tables.compactMap { $0[0] })
    }

    // MARK: Asking

    /// A request as the document describes it.
    func ask(
        _ operation: Document.Operation, _ places: [String: String], token: String?, _ body: Any?
    ) async throws -> Answer {
        try await ask(
            operation.method, operation.path(with: places) + document.query(of: operation), token: token,
            body.map(Body.text), fields: document.fields(of: operation))
    }

    func ask(
        _ method: String, _ path: String, token: String?, _ body: String? = nil, fields: String = ""
    ) async throws -> Answer {
        let client = try #require(Client(port))
        client.send(requestText(method, path, token: token, fields: fields, body))
        let whole = try #require(await client.receiveWhole(), "\(method) \(path) was not answered")
        return Answer(status: Int(whole.dropFirst(9).prefix(3)) ?? 0, whole: whole)
    }

    /// Ids that are nobody's in the places of the path.
    func strangePlaces(_ operation: Document.Operation) -> [String: String] {
        Dictionary(uniqueKeysWithValues: operation.places.map { ($0, UUID().uuidString.lowercased()) })
    }

    // MARK: Accounts

    func newAccount(_ deviceName: String = "Device") async throws -> Account {
        let answer = try await ask("POST", "/v1/accounts", token: nil, Body.text(["deviceName": deviceName]))
        return Account(
            account: try #require(answer.json["account"]["id"].text, "\(answer.whole)"),
            device: try #require(answer.json["device"]["id"].text), token: try #require(answer.json["token"].text))
    }

    /// An account that wrote the canary wherever the document lets it write.
    func newVictim(_ canary: String) async throws -> Account {
        var victim = try await newAccount(canary)
        let names: Set<String> = ["title", "notes", "name", "label", "deviceName", "category", "text"]
        for operation in document.operations
        where operation.method == "POST" && operation.places.isEmpty && ["write", "capture"].contains(operation.access)
        {
            for body in document.bodies(of: operation) {
                _ = try await ask(
                    operation, [:], token: victim.token, Body.replacing(body, under: names, with: canary))
            }
        }
        _ = try await newToken("full", of: victim, label: canary)
        victim.identifiers = try identifiers(of: victim)
        return victim
    }

    func newToken(_ scope: String, of account: Account, label: String = "App") async throws -> String {
        let answer = try await ask(
            "POST", "/v1/tokens", token: account.token, Body.text(["label": label, "scope": scope]))
        return try #require(answer.json["token"].text ?? answer.json["password"].text, "\(answer.whole)")
    }

    /// What is no token, or no longer, or another's in part.
    func badTokens(_ victim: Account) async throws -> [(kind: String, token: String?)] {
        let stranger = try await newAccount()
        let revoked = try await newAccount()
        try TestPostgres.shared.execute("DELETE FROM token WHERE account_id = '\(revoked.account)'", database: name)
        let expired = try await newAccount()
        try TestPostgres.shared.execute(
            "UPDATE token SET expires_at = '2001-01-01' WHERE account_id = '\(expired.account)'", database: name)
        // The account of one, and the rest of another.
        let mixed = victim.token.prefix(8 + 20) + stranger.token.dropFirst(8 + 20)
        return [
            ("missing", nil), ("empty", ""), ("garbage", "x"), ("random", "daybook_" + Self.random(86)),
            ("revoked", revoked.token), ("expired", expired.token), ("of two accounts", String(mixed)),
            ("cut", String(victim.token.dropLast())), ("someone's id", victim.account),
        ]
    }

    private static func random(_ count: Int) -> String {
        var random = RandomSeed.generator()
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        return String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
    }

    // MARK: The database behind it, as a superuser sees it

    /// Every row of the account by table, but for when it was last seen, which its own questions change a little later.
    func rows(of account: Account) throws -> [String: String] {
        let ofEach = tables.map { table in
            """
            SELECT '\(table)', coalesce(jsonb_agg(
                to_jsonb(t) - 'last_used_at' - 'last_seen_at' - 'last_seen_on' ORDER BY t::text), '[]')::text
            FROM \(table) AS t WHERE account_id = '\(account.account)'
            """
        }
        let rows = try TestPostgres.shared.query(ofEach.joined(separator: " UNION ALL "), database: name)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
    }

    private func identifiers(of account: Account) throws -> [String] {
        let tables = try rows(of: account).sorted { $0.key < $1.key }.map(\.value)
        guard Proofs.areMade else {
            let ofEach = tables.flatMap { text in
                let named = text.matches(of: #/"(\w+)": "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/#)
                return Dictionary(named.map { ($0.1, String($0.2)) }) { first, _ in first }.values
            }
            return Set(ofEach).sorted()
        }
        let all = tables.joined().matches(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#).map { String($0.0) }
        return Set(all).sorted()
    }
}

extension Client {
    /// Everything until the other side closes; of a stream without an end, what has come with its first event.
    func receiveWhole() async -> String? {
        await bytes { text in
            text.contains("text/event-stream")
                && text.range(of: "\r\n\r\n").map { !text[$0.upperBound...].isEmpty } == true
        }
    }
}
