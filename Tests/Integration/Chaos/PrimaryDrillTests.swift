import DaybookCore
import Foundation
import Postgres
import Simulation
import TestPostgres
import TestWire
import Testing

/// A primary that is neither well nor gone: slow, out of reach without a word, or without room. And a server process
/// that stands still in the middle of what it does. A primary that stands still is in `ChaosTests`.
@Suite(.closing) struct PrimaryDrillTests {
    private static let seconds = Proofs.scale(gate: 2.0, proof: max(ChaosTests.seconds, 60))

    /// Each piece of what they say to each other takes its time.
    @Test func aSlowPrimaryMakesEverybodySlowAndNobodyWrong() async throws {
        let ground = try FarServer()
        try await ChaosTests().chaos(
            on: ground, households: [2, 1], servers: 2, seconds: Self.seconds, isCrooked: false, isBalanced: true,
            pause: 200...400
        ) { _, _, round in
            ground.line.slow(by: [5, 40, 0][round % 3])
            if round % 3 == 1 { try? await Task.sleep(for: .seconds(1)) }
            ground.line.mend()
        }
    }

    /// Connections hear nothing any more, while new ones do, as after a firewall forgot them or an address moved. The
    /// server keeps what it was told on them under way, until it notices that nobody goes on.
    @Test(.proof("a minute passes until a server believes that nobody is there"), .timeLimit(.minutes(20)))
    func whatWasConnectedHearsNothingAnyMore() async throws {
        let ground = try FarServer()
        let gaps = try await ChaosTests().chaos(
            on: ground, households: [3, 3, 3], servers: 3, seconds: max(Self.seconds, 300), isCrooked: false,
            isBalanced: true, pause: 60_000...80_000
        ) { _, _, _ in
            ground.line.fallSilent()
            try? await Task.sleep(for: .seconds(3))
            ground.line.mend()
        }
        measured { #expect(gaps.milliseconds.last ?? 0 < 30_000, "\(gaps.text)") }
    }

    /// What a device is told is in the database, also when the next has no place there.
    @Test(
        .enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"),
        .proof("it is long, and DiskTests has its small twin"), .timeLimit(.minutes(20)))
    func aFullPrimaryRefusesAndLosesNothing() async throws {
        let ground = try FullServer()
        try await ChaosTests().chaos(
            on: ground, households: [2, 1], servers: 2, seconds: Self.seconds, isCrooked: false, isBalanced: true,
            pause: 500...900
        ) { _, _, _ in
            try ground.disk.fill()
            try? await Task.sleep(for: .seconds(1))
            try ground.disk.makeRoom()
            // It ends where its log finds no room, and whoever looks after it starts it again.
            try await onThread { try ground.postgres.restart() }
        }
    }

    /// It takes no connection's end with it, as a killed one does: what it had under way goes on, and must not keep
    /// others from the same account for longer than a minute.
    @Test(.proof("a minute passes until the database believes that nobody is there"), .timeLimit(.minutes(10)))
    func aServerThatStandsStillKeepsNobodyOut() async throws {
        let town = try await Town(servers: 2, on: OneServer())
        let household = try await town.move(in: 1)
        let token = household.devices[0].token
        @Sendable func push(to server: Int) async -> Int? {
            let body = """
                {"ops":[{"opId":"\(Identifier.random().text)","entity":"task","id":"\(Identifier.random().text)",
                "at":"\(Instant.now().text)","fields":{"title":"Water the plants"}}]}
                """
            return await onThread {
                Line().post("/v1/sync", Array(body.utf8), token: token, port: town.ports[server])?.status
            }
        }
        func sessions(_ which: Query) async throws -> Int {
            try await town.database.read(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND \(which)"
            )[0].decode(0)
        }
        #expect(await push(to: 1) == 200)
        let underWay = try await town.database.transaction(attempts: 1) { transaction in
            try await transaction.run(
                "SELECT 1 FROM account_clock WHERE account_id = \(household.account) FOR UPDATE")
            let underWay = Task { await push(to: 0) }
            try await eventually { try await sessions("wait_event_type = 'Lock'") == 1 }
            town.freeze(0)
            return underWay
        }
        // Now it has what it waited for, and does nothing with it.
        try await eventually { try await sessions("state = 'idle in transaction'") == 1 }
        #expect(await push(to: 1) != 200)
        await eventually { await push(to: 1) == 200 }
        town.thaw(0)
        _ = await underWay.value
        await eventually { await push(to: 0) == 200 }
        let evidence = try await town.evidence(of: household.account)
        #expect(evidence.slice == evidence.replayed)
        let (codes, _) = await town.close()
        #expect(codes == [0, 0])
    }
}
