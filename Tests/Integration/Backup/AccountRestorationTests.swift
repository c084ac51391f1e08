import DaybookClient
import Foundation
import TestPostgres
import TestWire
import Testing

/// One account comes back into a server that goes on for the others.
@Suite(.closing) struct AccountRestorationTests {
    @Test func aDeletedAccountComesBackAndItsDevicesGoOn() async throws {
        let desk = try BackupDesk()
        let url = try await migratedDatabase.copy()
        let api = try await API.serving(url, desk.settings(url))
        let address = try #require(URL(string: "http://127.0.0.1:\(api.port)"))
        let phone = try Notebook(folder: Home().notebook)
        try await phone.begin(on: address, deviceName: "phone", timeZone: "Europe/Berlin")
        try await phone.add("before the backup")
        #expect(await phone.sync().trouble == nil)
        let account = try #require(
            try TestPostgres.shared.query("SELECT account_id FROM account", database: TestPostgres.shared.name(of: url))
                .first?[0])
        #expect(try await desk.run(url, ["account", "set-password", account, "--email", "ada@example.org"]).code == 0)
        let other = try Notebook(folder: Home().notebook)
        try await other.begin(on: address, deviceName: "other", timeZone: "UTC")
        try await other.add("somebody else's")
        #expect(await other.sync().trouble == nil)
        let backup = desk.path("both.backup")
        #expect(try await desk.run(url, ["backup", "create", backup]).code == 0)
        let ledgers = try TestPostgres.shared.ledgers(url)
        let relations = try Self.relations(of: url)

        let there = try await desk.run(url, ["backup", "restore", backup, "--account", account])
        #expect(there.code == 1 && there.complaints.contains("restore_account_there"), "\(there.complaints)")
        try await phone.add("after the backup")
        #expect(await phone.sync().trouble == nil)
        #expect(try await desk.run(url, ["account", "delete", account, "--yes"]).code == 0)

        let restored = try await desk.json(url, "backup", "restore", backup, "--account", account)
        #expect(restored["tasks"].number == 1 && restored["login"].flag == true && restored["taken"].list.isEmpty)
        #expect(try TestPostgres.shared.ledgers(url) == ledgers)
        #expect(try Self.relations(of: url) == relations)
        #expect(try await desk.run(url, ["check"]).code == 0)
        #expect(
            try TestPostgres.shared.query(
                "SELECT 1 FROM pg_namespace WHERE nspname LIKE 'daybook%'", database: TestPostgres.shared.name(of: url)
            ).isEmpty)
        // Its token counts again, and what the backup lacked the device sends again.
        await eventually { await phone.sync().trouble == nil }
        #expect(Set(await phone.snapshot.inbox.map(\.title)) == ["before the backup", "after the backup"])
        #expect(await other.sync().trouble == nil)
        #expect(await other.snapshot.inbox.map(\.title) == ["somebody else's"])
        #expect(try await desk.json(url, "account", "show", "ada@example.org")["tasks"].number == 2)

        let nobody = UUID().uuidString.lowercased()
        let unknown = try await desk.run(url, ["backup", "restore", backup, "--account", nobody])
        #expect(unknown.code == 1 && unknown.complaints.contains("backup_account_missing"), "\(unknown.complaints)")
        // Somebody else has the email by the time of the next time.
        #expect(try await desk.run(url, ["account", "delete", account, "--yes"]).code == 0)
        #expect(try await desk.run(url, ["account", "create", "--email", "ada@example.org"]).code == 0)
        let taken = try await desk.json(url, "backup", "restore", backup, "--account", account)
        #expect(taken["taken"][0].text == "login" && taken["login"].flag == false)
        #expect(try await desk.json(url, "account", "show", account)["email"].isNull)
        #expect(await api.program.stop() == 0)

        let elsewhere = try TestPostgres.shared.freshDatabase()
        #expect(try await desk.run(elsewhere, ["migrate", "up"]).code == 0)
        let foreign = try await desk.run(elsewhere, ["backup", "restore", backup, "--account", account])
        #expect(foreign.code == 1 && foreign.complaints.contains("restore_other_instance"))
    }

    /// Tables and indexes in use.
    private static func relations(of url: String) throws -> [String?] {
        try TestPostgres.shared.query(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
            database: TestPostgres.shared.name(of: url)
        ).map { $0[0] }
    }
}
