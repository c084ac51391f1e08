import Postgres
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

@Suite(.closing) struct OnePlanTests {
    /// A pooler may give a transaction a session that no connection of ours has set up.
    @Test func whatKeepsItsPlanIsNotCompiled() async throws {
        let database = try await openMigrated()
        let jit = try await database.transaction(opening: ["SET LOCAL jit = on", .keepOnePlan]) {
            try await $0.run("SELECT current_setting('jit')")[0].decode(0, as: String.self)
        }
        #expect(jit == "off")
    }
}
