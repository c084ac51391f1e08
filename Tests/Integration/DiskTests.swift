import Seeds
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct DiskTests {
    /// A folder on a file system of a few megabytes.
    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func aFullDiskIsAClearErrorAndLeavesNothingRunning() async throws {
        let disk = try SmallDisk("12m")
        let run = try await Program.run(
            "daybook", ["serve"], ["DAYBOOK_DATA_DIR": disk.folder.path + "/data", "DAYBOOK_LISTEN": "127.0.0.1:0"])
        #expect(run.code == 74, "\(run.complaints)")
        #expect(run.complaints.contains("is full"))
        #expect(run.output.isEmpty)
        withExtendedLifetime(disk) {}
    }

    /// PostgreSQL's own disk: it refuses what needs room, and ends where its log finds none.
    @Test(
        .enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"),
        .timeLimit(.minutes(10)))
    func aFullDiskUnderTheDatabaseLosesNothing() async throws {
        let disk = try SmallDisk("240m")
        let postgres = try TestPostgres(
            durable: true, settings: ["max_wal_size = 32MB", "min_wal_size = 32MB"], in: disk.folder.path)
        atEnd { postgres.stop() }
        let url = try postgres.freshDatabase()
        let api = try await API.serving(url, ["DAYBOOK_REQUESTS_PER_DEVICE": "0"])
        let account = try await api.newAccount()
        var (written, refused) = (Set<String>(), 0)
        var random = RandomSeed.generator()
        func write(_ number: Int) async throws -> Int {
            let notes = (0..<128).map { _ in "\(random.next())" }.joined()
            let task = #"{"title":"Task \#(number)","notes":"\#(notes)"}"#
            let answer = try await api.ask("POST", "/v1/tasks", token: account.token, task)
            if answer.status == 201 { written.insert("Task \(number)") }
            return answer.status
        }
        #expect(try await write(0) == 201)
        try disk.fill()
        for number in 1...20_000 where refused < 10 {
            let status = try await write(number)
            if status != 201 { refused += 1 }
            #expect([201, 503, 507].contains(status))
        }
        #expect(refused == 10, "the disk did not become full")
        try disk.makeRoom()
        try await onThread { try postgres.restart() }
        await eventually { await Client.get("/readyz", api.port)?.status == 200 }
        #expect(try await write(20_001) == 201)
        let titles = try postgres.query("SELECT title FROM task", database: postgres.name(of: url)).compactMap { $0[0] }
        #expect(Set(titles).count == titles.count && written.isSubset(of: titles))
        #expect(await api.program.stop() == 0)
    }
}
