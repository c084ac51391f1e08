import DaybookCore
import HTTP
import Postgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookServer

/// The service's routes on a database, asked without a socket in between by a device of the crowded account.
struct FrontDesk: Sendable {
    private let router: Router

    init(_ database: Database) throws {
        // Nobody claimed the account, and it is as large as any.
        let environment = [
            "DAYBOOK_DATABASE_URL": "postgresql:///unused", "DAYBOOK_UNCLAIMED_TASKS": "0",
            "DAYBOOK_UNCLAIMED_BYTES": "0",
        ]
        let configuration = try Configuration.resolve(SettingSources(environment: environment)).configuration
        let log = Log(LogSink(format: .text), level: .error)
        var routes = Routes()
        Capabilities(database, configuration, log, secret: .random()).addRoutes(to: &routes)
        router = try routes.router()
    }

    /// The answer's document; anything but success is a failure of the test.
    @discardableResult
    func ask(
        _ method: String, _ target: String, _ body: String? = nil, at place: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let content = body.map { RequestBody(Array($0.utf8)) } ?? .empty
        let request = Request(
            method, target,
            fields: ["authorization": "Bearer \(CrowdedDatabase.token.text)", "content-type": "application/json"],
            body: content)
        do {
            guard case .bytes(let bytes) = try await router.answer(request).body else { return .null }
            return try JSONValue(json: bytes)
        } catch let problem as Problem {
            Issue.record("\(method) \(target): \(problem.type.code)", sourceLocation: place)
            return .null
        }
    }
}
