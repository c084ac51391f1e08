import Foundation
import TestPostgres
import TestWire
import Testing

/// The server's secret key: never made in vain, never exchanged unnoticed, replaced without anybody being locked out.
@Suite(.closing) struct KeyTests {
    private let house: House

    init() throws { house = try House() }

    /// A database and a folder with a key, and a login in it.
    struct House {
        let url: String
        let folder: URL

        init() throws {
            url = try TestPostgres.shared.freshDatabase()
            folder = try openFolder()
        }

        var key: URL { folder.appending(path: "secret.key") }
        var before: URL { folder.appending(path: "secret.key.before") }
        var waiting: URL { folder.appending(path: "secret.key.next") }
        var settings: [String: String] {
            [
                "DAYBOOK_DATABASE_URL": url, "DAYBOOK_SECRET_KEY": key.path, "DAYBOOK_DATA_DIR": folder.path,
                "DAYBOOK_PASSWORD_MEMORY": "8MiB", "DAYBOOK_PASSWORD_PASSES": "1",
            ]
        }
        var files: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []) }

        func serving() async throws -> API { try await API.serving(url, settings) }

        func run(_ arguments: String...) async throws -> (code: Int32, output: String, complaints: String) {
            try await Program.run("daybook", arguments, settings)
        }

        /// Begins an account with a login while a server runs; answers a channel of its.
        @discardableResult
        func claim() async throws -> String {
            let api = try await serving()
            let token = try await api.newAccount().token
            let claimed = try await api.ask("POST", "/v1/account/claim", token: token, KeyTests.login)
            #expect(claimed.status == 201)
            let channel = try await api.ask("POST", "/v1/channels", token: token, KeyTests.channel)
            #expect(await api.program.stop() == 0)
            await everybodyHasLeft(url)
            return try #require(channel.json["id"].text)
        }

        /// Why a test over the channel fails: the address is not allowed, or cannot be read.
        func trouble(_ channel: String) async throws -> String? {
            JSON(try await run("reminders", "test", channel, "--json").output)["reason"].text
        }

        func logsIn() async throws -> Bool {
            let api = try await serving()
            let status = try await api.ask("POST", "/v1/login", KeyTests.login).status
            #expect(await api.program.stop() == 0)
            await everybodyHasLeft(url)
            return status == 200
        }

        func write(_ byte: UInt8, to file: URL) throws {
            try Data(repeating: byte, count: 32).write(to: file)
            chmod(file.path, 0o600)
        }
    }

    static let channel = #"{"kind":"webhook","name":"Home","address":{"url":"http://127.0.0.1:9/in"}}"#
    static let login = #"{"email":"anna@example.org","password":"seven bells and a whistle"}"#

    @Test func aStartThatFailsLeavesNoKey() async throws {
        // A schema that is not there.
        #expect(try await house.run("serve").code == 78)
        // An address that is taken, on a database that is ready.
        #expect(try await house.run("migrate", "up").code == 0)
        let other = try House()
        let api = try await other.serving()
        #expect(try await house.run("serve", "--listen", "127.0.0.1:\(api.port)").code == 69)
        #expect(await api.program.stop() == 0)
        // A database that is not there.
        let nowhere = house.settings.merging(["DAYBOOK_DATABASE_URL": "postgresql://a@/none?host=/nonexistent"]) { $1 }
        #expect(try await Program.run("daybook", ["serve", "--startup-wait", "0s"], nowhere).code == 69)
        #expect(house.files.isEmpty, "\(house.files)")
        // One that succeeds makes it, and no other file.
        #expect(try await house.serving().program.stop() == 0)
        #expect(house.files == ["secret.key"])
    }

    @Test(arguments: ["other", "missing"]) func anotherKeyIsRefusedAndTheRightOneNamed(case what: String) async throws {
        try await house.claim()
        let right = try Data(contentsOf: house.key)
        try FileManager.default.removeItem(at: house.key)
        if what == "other" { try house.write(7, to: house.key) }
        let sentence =
            what == "other" ? "is not the one that this database uses" : "this database has one"
        for arguments in [["serve"], ["account", "list"]] {
            let refused = try await Program.run("daybook", arguments, house.settings)
            #expect(refused.code == 78, "\(arguments)")
            #expect(refused.complaints.contains(sentence), "\(refused.complaints)")
            #expect(refused.complaints.contains("daybook key rotate --lost"))
        }
        // The database knows its key, so that whoever migrates need not have it; but must not have another.
        let migrated = try await house.run("migrate", "up")
        #expect(migrated.code == (what == "other" ? 78 : 0), "\(migrated.complaints)")
        let doctor = try await house.run("doctor")
        #expect(doctor.code == 1 && doctor.output.contains(sentence), "\(doctor.output)")
        // A backup that is to hold the key is not made with none, or with another. Any other is, and what it lacks is
        // said where cron sees it.
        let backups = try openFolder()
        let (seal, file) = (backups.appending(path: "seal").path, backups.appending(path: "plain.backup").path)
        #expect(try await house.run("backup", "key", seal).code == 0)
        let sealed = try await house.run("backup", "create", "--key-file", seal, backups.path)
        #expect(sealed.code == 78 && sealed.complaints.contains(sentence), "\(sealed)")
        let plain = try await house.run("backup", "create", file, "--json")
        #expect(plain.code == 0 && plain.complaints.contains("the secret key that it needs"), "\(plain)")
        #expect(JSON(plain.output)["secretKeyTrouble"].text?.contains(sentence) == true, "\(plain)")
        #expect(house.files == (what == "other" ? ["secret.key"] : []))
        try right.write(to: house.key)
        chmod(house.key.path, 0o600)
        let whole = try await house.run("backup", "create", backups.path, "--json")
        #expect(whole.complaints.isEmpty, "\(whole)")
        #expect(JSON(whole.output)["secretKeyTrouble"].isNull, "\(whole)")
        #expect(try await house.logsIn())
        #expect(try await house.run("doctor").output.contains("is the one that the database uses"))
    }

    /// One from before there were fingerprints: what is in it tells.
    @Test func aDatabaseWithoutAFingerprintIsKnownByItsLogins() async throws {
        try await house.claim()
        let right = try Data(contentsOf: house.key)
        try TestPostgres.shared.execute(
            "UPDATE instance SET key_fingerprint = NULL", database: TestPostgres.shared.name(of: house.url))
        try house.write(7, to: house.key)
        #expect(try await house.run("serve").code == 78)
        try FileManager.default.removeItem(at: house.key)
        #expect(try await house.run("serve").code == 78)
        let migrated = try await house.run("migrate", "up")
        #expect(migrated.code == 78 && migrated.complaints.contains("is missing"))
        try right.write(to: house.key)
        chmod(house.key.path, 0o600)
        #expect(try await house.logsIn())
        // From now on it is known without looking.
        try FileManager.default.removeItem(at: house.key)
        #expect(try await house.run("serve").complaints.contains("(fingerprint "))
    }

    @Test func rotatingKeepsEveryLogin() async throws {
        let api = try await house.serving()
        let account = try await api.newAccount()
        #expect(try await api.ask("POST", "/v1/account/claim", token: account.token, Self.login).status == 201)
        let old = try Data(contentsOf: house.key)
        let busy = try await house.run("key", "rotate")
        #expect(busy.code == 1 && busy.complaints.contains("a server is using this database"))
        #expect(house.files == ["secret.key"])
        #expect(await api.program.stop() == 0)
        await everybodyHasLeft(house.url)
        let needless = try await house.run("key", "rotate", "--lost")
        #expect(needless.code == 1 && needless.complaints.contains("no key is lost"))

        chmod(house.key.path, 0o640)
        let rotated = try await house.run("key", "rotate", "--json")
        #expect(rotated.code == 0, "\(rotated.complaints)")
        #expect(JSON(rotated.output)["logins"].number == 1)
        #expect(house.files == ["secret.key", "secret.key.before"])
        #expect(try Data(contentsOf: house.before) == old)
        #expect(try Data(contentsOf: house.key) != old)
        // Whoever could read the old one can read the new one.
        let mode = try FileManager.default.attributesOfItem(atPath: house.key.path)[.posixPermissions] as? Int
        #expect(mode == 0o640)

        let again = try await house.serving()
        #expect(try await again.ask("POST", "/v1/login", Self.login).status == 200)
        #expect(try await again.ask("GET", "/v1/account", token: account.token).status == 200)
        let taken = try await again.ask("POST", "/v1/account/claim", token: again.newAccount().token, Self.login)
        #expect(taken.code == "email_taken")
        #expect(await again.program.stop() == 0)
        // The old key is another one now.
        try FileManager.default.removeItem(at: house.key)
        try FileManager.default.moveItem(at: house.before, to: house.key)
        #expect(try await house.run("serve").code == 78)
    }

    /// One account comes back out of a backup from before the rotation, its login counts and its channel is known.
    @Test func anAccountOfBeforeTheRotationLogsIn() async throws {
        let channel = try await house.claim()
        let backup = house.key.deletingLastPathComponent().appending(path: "some.backup").path
        #expect(try await house.run("backup", "create", backup).code == 0)
        #expect(try await house.run("key", "rotate").code == 0)
        let account = try #require(
            try TestPostgres.shared.query(
                "SELECT account_id FROM account", database: TestPostgres.shared.name(of: house.url)
            ).first?[0])
        #expect(try await house.run("account", "delete", account, "--yes").code == 0)
        #expect(try await !house.logsIn())
        let restored = try await house.run("backup", "restore", backup, "--account", account)
        #expect(restored.code == 0, "\(restored.complaints)")
        #expect(try await house.logsIn())
        #expect(try await house.trouble(channel)?.contains("not allowed") == true)
    }

    @Test func aLostKeyIsNoLostLogin() async throws {
        try await house.claim()
        try FileManager.default.removeItem(at: house.key)
        #expect(try await house.run("key", "rotate").code == 78)
        let rotated = try await house.run("key", "rotate", "--lost")
        #expect(rotated.code == 0, "\(rotated.complaints)")
        #expect(house.files == ["secret.key"])
        #expect(try await house.logsIn())
    }

    /// Killed between the commit and the renaming: the next that looks at the key finishes it. Killed before the
    /// commit: the waiting key is nobody's.
    @Test func anInterruptedRotationIsFinishedOrHasNotBegun() async throws {
        try await house.claim()
        try house.write(9, to: house.waiting)
        #expect(try await house.logsIn())
        #expect(try await house.run("key", "rotate").code == 0)
        // As it was after the commit.
        try FileManager.default.moveItem(at: house.key, to: house.waiting)
        try FileManager.default.moveItem(at: house.before, to: house.key)
        let next = try Data(contentsOf: house.waiting)
        #expect(try await house.logsIn())
        #expect(try Data(contentsOf: house.key) == next)
        #expect(house.files == ["secret.key", "secret.key.before"])
    }

    /// A server that still has the key of before says that it is not ready, whatever made it so.
    @Test func aRunningServerNoticesThatItsKeyWasReplaced() async throws {
        let api = try await house.serving()
        #expect(await Client.get("/readyz", api.port)?.status == 200)
        try TestPostgres.shared.execute(
            "UPDATE instance SET key_fingerprint = sha256('another')", database: TestPostgres.shared.name(of: house.url)
        )
        await eventually { await Client.get("/readyz", api.port)?.status == 503 }
        #expect(await Client.get("/readyz", api.port)?.body.contains("a different secret key") == true)
    }

    /// A new database and no key yet: whoever starts at the same time ends with one.
    @Test func manyFirstStartsAgreeOnOneKey() async throws {
        #expect(try await house.run("migrate", "up").code == 0)
        let apis = try await atOnce(0..<4) { _ in try await house.serving() }
        let token = try await apis[0].newAccount().token
        #expect(try await apis[0].ask("POST", "/v1/account/claim", token: token, Self.login).status == 201)
        for api in apis { #expect(try await api.ask("POST", "/v1/login", Self.login).status == 200) }
        for api in apis { #expect(await api.program.stop() == 0) }
        #expect(house.files == ["secret.key"])
    }
}
