import DaybookAPI
import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// The operator's commands, which work on the database directly, whether or not servers are running. Running servers
/// learn within a second whose access has ended.
public struct Administration: Sendable {
    let capabilities: Capabilities
    let secret: SecretKey
    var database: Database { capabilities.database }

    /// Opens the database of the configuration, makes sure that its schema is this program's, and runs the body.
    public static func run(
        _ configuration: Configuration, _ body: @Sendable (Administration) async throws -> Report
    ) async throws(StartFailure) -> Report {
        let log = Log(LogSink(format: .text), level: .error)
        var configuration = configuration
        configuration.statementTimeout = statementTimeout
        let result = try await SchemaSession.open(configuration, folder: nil) {
            migrator async throws(MigrationError) -> Result<Report, any Error> in
            try await migrator.requireCurrent()
            do {
                // Only now: a key made beside no database would be in the way of the one that a backup brings.
                let secret = try await KeyForDatabase(migrator.database, configuration).settled()
                let capabilities = Capabilities(migrator.database, configuration, log, secret: secret)
                return .success(try await body(Administration(capabilities: capabilities, secret: secret)))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let report): return report
        case .failure(let refusal as Refusal): throw StartFailure(refusal.sentence, .failure)
        case .failure(let trouble as SecretKeyError): throw StartFailure("\(trouble)", .configuration)
        case .failure(let trouble as ProviderFileError): throw StartFailure("\(trouble)", .configuration)
        case .failure(let trouble as OutputTrouble): throw StartFailure(trouble.sentence, .inputOutput)
        case .failure(let error as PostgresError) where error.isUnavailable:
            throw StartFailure("\(error)", .unavailable)
        case .failure(let problem as Problem): throw StartFailure(problem.detail ?? problem.type.title, .failure)
        case .failure(let refusal as LedgerRefusal): throw StartFailure(refusal.problem.type.title, .failure)
        case .failure(let error): throw StartFailure("\(error)", .failure)
        }
    }

    /// Nobody waits behind an operator's command, which may count all that a large account holds.
    private static let statementTimeout = Duration.seconds(600)

    /// Why something was not done, for the operator.
    struct Refusal: Error {
        let sentence: String

        init(_ sentence: String) { self.sentence = sentence }
    }

    /// Reads what names one of a kind.
    func identifier(_ text: String, of what: StaticString) throws -> Identifier {
        guard let id = Identifier(text) else { throw Refusal("\(text) is not an id of \(what)") }
        return id
    }

    /// An instant as far from now as `30d` says; nil for none.
    func expiry(_ text: String?, now: Instant) throws -> Instant? {
        guard let text else { return nil }
        guard let span = TimeSpan.parse(text), span > .zero else {
            throw Refusal("--expires: expected a time such as 12h or 30d")
        }
        return now.adding(milliseconds: span.milliseconds)
    }
}
