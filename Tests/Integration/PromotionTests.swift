import DaybookClient
import Foundation
import TestPostgres
import TestWire
import Testing

/// A primary and its standby, for real. The primary dies, and the standby goes on with what it had.
@Suite(.closing) struct PromotionTests {
    /// Two servers, the URL that finds whichever of them can write, and what serves there.
    private struct Pair {
        let desk: BackupDesk
        let primary: TestPostgres
        let standby: TestPostgres
        let url: String
        let port: UInt16
        let settings: [String: String]
        let api: API
        /// Where the devices live, for as long as this does.
        let homes: [Home]

        init(_ more: [String: String] = [:]) async throws {
            desk = try BackupDesk()
            homes = try (0..<3).map { _ in try Home() }
            primary = try TestPostgres(settings: [
                "wal_level = replica", "max_wal_senders = 4", "wal_keep_size = 256MB",
            ])
            let own = try primary.freshDatabase()
            standby = try TestPostgres(standbyOf: primary)
            url =
                "postgresql:///\(primary.name(of: own))?host=\(primary.directory),\(standby.directory)"
                + "&user=daybook&target_session_attrs=read-write"
            port = try #require(freePort())
            settings = desk.settings(url).merging(
                ["DAYBOOK_LISTEN": "127.0.0.1:\(port)", "DAYBOOK_LIVE_LOOK": "500ms"].merging(more) { $1 }
            ) { $1 }
            api = try await API.serving(url, settings)
        }

        /// Another process, or the same again.
        func serving(_ more: [String: String] = [:]) async throws -> API {
            try await API.serving(url, settings.merging(more) { $1 })
        }

        /// The standby has everything, and gets nothing more.
        func cut() async throws {
            let end = try primary.query("SELECT pg_current_wal_lsn()")[0][0] ?? ""
            await eventually {
                (try? standby.query("SELECT pg_last_wal_replay_lsn() >= '\(end)'")) == [["t"]]
            }
            try standby.execute("ALTER SYSTEM SET primary_conninfo = ''")
            try standby.execute("SELECT pg_reload_conf()")
            await eventually { (try? standby.query("SELECT count(*) FROM pg_stat_wal_receiver")) == [["0"]] }
        }

        func promote() async throws {
            await onThread { primary.kill9() }
            #expect(try standby.query("SELECT pg_promote(true, 60)") == [["t"]])
            await eventually { await Client.get("/readyz", port)?.status == 200 }
        }

        func epoch() async throws -> String? {
            try await desk.json(url, "epoch", "show")["epoch"].text
        }

        func device(_ number: Int, in first: Notebook? = nil) async throws -> Notebook {
            let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
            let home = homes[number]
            if let first { return try await home.paired(with: first, on: address) }
            let notebook = try Notebook(folder: home.notebook)
            try await notebook.begin(on: address, deviceName: "first", timeZone: "Europe/Berlin")
            return notebook
        }
    }

    private func titles(_ notebook: Notebook) async -> Set<String> { Set(await notebook.snapshot.inbox.map(\.title)) }

    /// Devices with open streams, whom nobody tells anything.
    @Test(.timeLimit(.minutes(10))) func whatTheStandbyLacksComesBackFromTheDevices() async throws {
        let pair = try await Pair()
        let phone = try await pair.device(0)
        try await phone.add("before")
        #expect(await phone.sync().trouble == nil)
        let laptop = try await pair.device(1, in: phone)
        let tablet = try await pair.device(2, in: phone)
        for device in [laptop, tablet] { #expect(await device.sync().trouble == nil) }
        let before = try await pair.epoch()

        try await pair.cut()
        var expected: Set = ["before"]
        for number in 0..<5 {
            expected.insert("acknowledged \(number)")
            try await phone.add("acknowledged \(number)")
        }
        #expect(await phone.sync().trouble == nil)
        #expect(await laptop.sync().trouble == nil)
        try await laptop.complete(try #require(await laptop.snapshot.inbox.first { $0.title == "before" }).id)
        #expect(await laptop.sync().trouble == nil)
        #expect(await titles(laptop) == expected)
        await phone.keepInStep()
        await laptop.keepInStep()

        try await pair.promote()
        // Somebody who knows nothing of the tail goes on, and further than it went.
        for number in 0..<9 {
            expected.insert("afterwards \(number)")
            try await tablet.add("afterwards \(number)")
            #expect(await tablet.sync().trouble == nil)
        }
        await tablet.keepInStep()
        for device in [phone, laptop, tablet] {
            await eventually { await titles(device) == expected }
            #expect(await titles(device) == expected)
            await eventually { await device.snapshot.inbox.first { $0.title == "before" }?.state == .completed }
        }
        for device in [phone, laptop, tablet] {
            await device.pause()
            #expect(await device.sync().trouble == nil)
        }
        let everything = await phone.everything
        for device in [laptop, tablet] { #expect(await device.everything == everything) }
        #expect(try await pair.epoch() != before)
        #expect(try await pair.desk.run(pair.url, ["check"]).code == 0)
        // The next process writes it down and says so, and the epoch stays what devices know by now.
        let after = try await pair.epoch()
        #expect(await pair.api.program.stop() == 0)
        let next = try await pair.serving()
        #expect(try await pair.epoch() == after)
        #expect(await next.program.stop() == 0)
        let said = await next.program.allOutput() + next.program.allComplaints()
        #expect(said.contains("a new epoch began"), "\(said)")
        // By hand, for what nobody can notice.
        let rotated = try await pair.desk.run(pair.url, ["epoch", "rotate", "--yes"])
        #expect(rotated.code == 0)
        #expect(try await pair.epoch() != after)
    }

    @Test(.timeLimit(.minutes(10))) func aSynchronousPairKeepsItsEpoch() async throws {
        let pair = try await Pair(["DAYBOOK_DATABASE_STANDBYS": "synchronous"])
        let phone = try await pair.device(0)
        try await phone.add("before")
        #expect(await phone.sync().trouble == nil)
        let before = try await pair.epoch()
        try await pair.cut()
        try await pair.promote()
        try await phone.add("after")
        #expect(await phone.sync().trouble == nil)
        #expect(try await pair.epoch() == before)
        #expect(await titles(phone) == ["before", "after"])
        #expect(await pair.api.program.stop() == 0)
        let next = try await pair.serving()
        #expect(try await pair.epoch() == before)
        #expect(await next.program.stop() == 0)
    }

    /// A process that hears no notification and has read the log of revocations further than the promoted server has
    /// come; also where the epoch stays.
    @Test(.timeLimit(.minutes(10)), arguments: ["asynchronous", "synchronous"])
    func aRevocationRightAfterAPromotionIsNotMissed(standbys: String) async throws {
        let pair = try await Pair(["DAYBOOK_DATABASE_STANDBYS": standbys])
        let account = try await pair.api.newAccount()
        let deaf = try await pair.serving([
            "DAYBOOK_LISTEN": "127.0.0.1:0", "DAYBOOK_LIVE_DATABASE_URL": "postgresql:///x?host=/nonexistent",
            "DAYBOOK_REQUESTS_PER_DEVICE": "0",
        ])
        func answer() async throws -> Int { try await deaf.ask("GET", "/v1/tasks", token: account.token).status }
        try await pair.cut()
        // Numbers of transactions that the promoted server gives out again.
        try giveOutNumbers(300, on: pair.primary)
        for _ in 0..<8 {
            #expect(try await answer() == 200)
            try await Task.sleep(for: .milliseconds(100))
        }
        // Long enough for the last of these to have its look at the log, which nothing shows.
        try await Task.sleep(for: .seconds(1))
        try await pair.promote()
        // Nobody asks, and so the log is not read, until these numbers are behind those that were read before.
        let revoked = try await pair.desk.run(pair.url, ["device", "revoke", account.account, account.device])
        #expect(revoked.code == 0, "\(revoked.complaints)")
        try giveOutNumbers(400, on: pair.standby)
        // The first answers may come from the database itself, those after the log was read from memory.
        var refused = 0
        await eventually {
            let status = (try? await answer()) ?? 0
            #expect(status == 401 || status == 503, "taken from memory: \(status)")
            if status == 401 { refused += 1 }
            try? await Task.sleep(for: .milliseconds(100))
            return refused == 30
        }
        #expect(await deaf.program.stop() == 0)
    }

    private func giveOutNumbers(_ count: Int, on server: TestPostgres) throws {
        try server.execute(
            "DO $$ BEGIN FOR i IN 1..\(count) LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$")
    }
}
