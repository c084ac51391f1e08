import Foundation
import Postgres
import Reactor
import TestPostgres

/// A folder for backups, and the commands that make them and bring them back, as real processes.
struct BackupDesk {
    let folder: String

    init() throws {
        folder = try openFolder().path
    }

    func settings(_ url: String) -> [String: String] {
        ["DAYBOOK_DATABASE_URL": url, "DAYBOOK_SECRET_KEY": path("secret.key"), "DAYBOOK_STARTUP_WAIT": "60s"]
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func run(
        _ url: String, _ arguments: [String]
    ) async throws -> (code: Int32, output: String, complaints: String) {
        try await Program.run("daybook", arguments, settings(url))
    }

    /// The answer of a command that works.
    func json(_ url: String, _ arguments: String...) async throws -> JSON {
        let run = try await run(url, arguments + ["--json"])
        guard run.code == 0 else { throw Failed(complaints: run.complaints) }
        return JSON(run.output)
    }

    struct Failed: Error, CustomStringConvertible {
        let complaints: String
        var description: String { complaints }
    }

    /// The test's own look at a database.
    func look<Outcome>(_ url: String, _ body: (Database) async throws -> Outcome) async throws -> Outcome {
        let reactors = try ReactorGroup(count: 1)
        defer { reactors.stop() }
        var configuration = DatabaseConfiguration(url: url)
        configuration.applicationName = "test"
        let database = Database(configuration, reactors: reactors)
        do {
            let outcome = try await body(database)
            await database.close()
            return outcome
        } catch {
            await database.close()
            throw error
        }
    }

    /// Visible files in the folder, and hidden ones.
    func files() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder)) }
}

extension DatabaseHost {
    /// One line for each account: a digest of everything of it up to a revision of its ledger.
    func ledgers(_ url: String, upTo revisions: [String: String]? = nil) throws -> [String: String] {
        var digests: [String: String] = [:]
        for row in try query("SELECT account_id::text, revision::text FROM account_clock", database: name(of: url)) {
            guard let account = row[0], let revision = revisions?[account] ?? row[1] else { continue }
            digests[account] = try query(
                """
                SELECT md5(coalesce(string_agg(change::text, E'\\n' ORDER BY revision), '')) FROM change
                WHERE account_id = '\(account)' AND revision <= \(revision)
                """, database: name(of: url))[0][0]
        }
        return digests
    }

    func revisions(_ url: String) throws -> [String: String] {
        var revisions: [String: String] = [:]
        for row in try query("SELECT account_id::text, revision::text FROM account_clock", database: name(of: url)) {
            if let account = row[0], let revision = row[1] { revisions[account] = revision }
        }
        return revisions
    }
}
