import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookStore
@testable import TestStore

/// The epoch, where the log of PostgreSQL is in another timeline than the one recorded, which none is where tables are
/// spread.
@Suite(.closing, .enabled(if: !TestPostgres.isSpread)) struct EpochTests {
    private func epoch(_ database: Database) async throws -> Identifier {
        try await database.read("SELECT \(Epoch.current)")[0].decode(0)
    }

    /// As if the standby that this server was had been promoted.
    private func promote(_ database: Database, from timeline: String) async throws {
        try await database.write("UPDATE instance SET timeline = \(timeline)")
    }

    @Test func aPromotionBeginsAnotherEpochBeforeAnybodyNotesIt() async throws {
        let database = try await openMigrated()
        let first = try await epoch(database)
        #expect(try await Epoch.settle(in: database) == .unchanged)
        #expect(try await epoch(database) == first)
        try await promote(database, from: "000000AA")
        let second = try await epoch(database)
        #expect(second != first)
        // Noting it changes nothing for those who have met it.
        #expect(try await Epoch.settle(in: database) == .began)
        #expect(try await epoch(database) == second)
        #expect(try await Epoch.settle(in: database) == .unchanged)
        #expect(try await database.read("SELECT epoch FROM instance")[0].decode(0, as: Identifier.self) == second)
        // The next one is yet another.
        try await promote(database, from: "000000AA")
        #expect(try await ![first, second].contains(epoch(database)))
    }

    @Test func severalProcessesNoteItOnce() async throws {
        let database = try await openMigrated()
        _ = try await Epoch.settle(in: database)
        try await promote(database, from: "000000AA")
        let met = try await epoch(database)
        let settled = try await atOnce(0..<8) { _ in try await Epoch.settle(in: database) }
        #expect(settled.count { $0 == .began } == 1 && settled.count { $0 == .unchanged } == 7)
        #expect(try await epoch(database) == met)
    }

    @Test func whereStandbysLoseNothingTheEpochStays() async throws {
        let database = try await openMigrated()
        _ = try await Epoch.settle(in: database)
        let first = try await epoch(database)
        try await Epoch.declare(synchronous: true, in: database)
        try await promote(database, from: "000000AA")
        #expect(try await epoch(database) == first)
        #expect(try await Epoch.settle(in: database) == .kept)
        // What was promoted before it was said not to be so has lost nothing either.
        try await Epoch.declare(synchronous: false, in: database)
        #expect(try await epoch(database) == first)
        try await database.write(Epoch.rotation(spread: false))
        #expect(try await epoch(database) != first)
        #expect(try await Epoch.settle(in: database) == .unchanged)
    }
}
