import DaybookHost
import DaybookStore
import Postgres

extension Service {
    /// Where the database has Citus in it: refuses to serve where no node would see any account, and says what is not
    /// where it belongs.
    static func requireSpread(of database: Database, _ log: Log) async throws(StartFailure) {
        guard let spread = try? await TableSpread.load(from: database) else { return }
        if spread.isBegun, !spread.passesSettings {
            throw StartFailure(
                "citus.propagate_set_commands is not 'local', so the nodes would see no account's rows; run: daybook citus distribute",
                .configuration)
        }
        guard !spread.misplaced.isEmpty else { return }
        log.warning("tables are not spread", .reason("run daybook citus distribute"), .count(spread.misplaced.count))
    }
}
