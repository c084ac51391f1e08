import Foundation
import TestPostgres
import TestWire
import Testing

/// The operator's commands as real processes, beside a running server.
@Suite(.closing) struct AdminTests {
    private let desk: Desk

    init() async throws { desk = try await Desk.open() }

    struct Desk {
        let api: API
        let settings: [String: String]
        let folder: URL

        static func open() async throws -> Desk {
            let folder = try openFolder()
            let settings = [
                "DAYBOOK_DATABASE_URL": try await migratedDatabase.copy(),
                "DAYBOOK_SECRET_KEY": folder.appending(path: "secret.key").path, "DAYBOOK_REGISTRATION": "invite",
            ]
            return Desk(
                api: try await .serving(settings["DAYBOOK_DATABASE_URL"], settings), settings: settings, folder: folder)
        }

        func run(_ arguments: String...) async throws -> (code: Int32, output: String, complaints: String) {
            try await Program.run("daybook", arguments, settings)
        }

        /// The answer of a command that works.
        func json(_ arguments: [String]) async throws -> JSON {
            let run = try await Program.run("daybook", arguments + ["--json"], settings)
            try #require(run.code == 0, "\(arguments): \(run.complaints)")
            return JSON(run.output)
        }
    }

    @Test func anAccountFromItsBeginningToItsEnd() async throws {
        let made = try await desk.json([
            "account", "create", "--email", "ada@example.org", "--time-zone", "Europe/Berlin",
        ])
        let account = try #require(made["id"].text)
        let token = try #require(made["token"].text)
        #expect(made["password"].text?.isEmpty == false)
        #expect(try await desk.api.ask("GET", "/v1/account", token: token).status == 200)

        let shown = try await desk.json(["account", "show", "ada@example.org"])
        #expect(shown["id"].text == account && shown["timeZone"].text == "Europe/Berlin")
        let list = try await desk.run("account", "list")
        #expect(list.output.contains(account) && !list.output.contains("ada@example.org"))

        #expect(try await desk.run("account", "disable", account).code == 0)
        await eventually { (try? await desk.api.ask("GET", "/v1/account", token: token).status) == 401 }
        #expect(try await desk.run("account", "enable", account).code == 0)
        await eventually { (try? await desk.api.ask("GET", "/v1/account", token: token).status) == 200 }

        let taken = try await desk.run("account", "create", "--email", "ADA@example.org")
        #expect(taken.code == 1 && taken.complaints.contains("another account"))
        #expect(try await desk.json(["account", "list"])["accounts"].list.count == 1)

        let other = try await desk.json(["account", "set-password", account, "--end-sessions"])
        #expect(other["password"].text != made["password"].text && other["revokedDevices"].number == 1)
        await eventually { (try? await desk.api.ask("GET", "/v1/account", token: token).status) == 401 }

        let unasked = try await desk.run("account", "delete", account)
        #expect(unasked.code == 1 && unasked.complaints.contains("--yes"))
        let receipt = try await desk.json(["account", "delete", account, "--yes"])
        #expect(receipt["rows"]["account"].number == 1)
        let gone = try await desk.run("account", "show", account)
        #expect(gone.code == 1 && gone.complaints == "daybook: there is no account \(account)\n")
    }

    @Test func passkeysAreListedAndRemovedAndGoWithTheSessions() async throws {
        let account = try #require(try await desk.json(["account", "create", "--email", "eve@example.org"])["id"].text)
        #expect(try await desk.run("account", "passkeys", account).output.contains("It has no passkeys."))
        func add(_ name: String, _ digit: Int) async throws {
            let added = try await Program.run(
                "/usr/bin/psql",
                [
                    desk.settings["DAYBOOK_DATABASE_URL"] ?? "", "-qc",
                    """
                    SET daybook.account = '\(account)';
                    INSERT INTO passkey VALUES ('\(account)', gen_random_uuid(), decode(repeat('0\(digit)', 16), 'hex'), -7,
                        'key', 0, true, '\(name)', now())
                    """,
                ])
            try #require(added.code == 0, "\(added.complaints)")
        }
        for (digit, name) in ["Phone", "Key", "Tablet"].enumerated() { try await add(name, digit) }
        let listed = try await desk.json(["account", "passkeys", "eve@example.org"])["passkeys"].list
        #expect(listed.compactMap { $0["name"].text } == ["Phone", "Key", "Tablet"])
        let phone = listed[0]["id"].text ?? ""
        #expect(try await desk.run("account", "remove-passkey", account, phone).code == 0)
        #expect(try await desk.run("account", "remove-passkey", account, phone).code == 1)
        _ = try await desk.json(["account", "set-password", account])
        #expect(try await desk.json(["account", "passkeys", account])["passkeys"].list.count == 2)
        let ended = try await desk.json(["account", "set-password", account, "--end-sessions"])
        #expect(ended["removedPasskeys"].number == 2 && ended["endedFeeds"].number == 0)
        #expect(try await desk.json(["account", "passkeys", account])["passkeys"].list.isEmpty)
    }

    @Test func aNewPasswordEndsTheWaitAfterWrongOnes() async throws {
        let made = try await desk.json(["account", "create", "--email", "bea@example.org"])
        let login = { (password: String) async throws in
            let body = #"{"email":"bea@example.org","password":"\#(password)"}"#
            return try await desk.api.ask("POST", "/v1/login", body)
        }
        var statuses: [Int] = []
        while statuses.last != 429, statuses.count < 20 { statuses.append(try await login("not the right one").status) }
        #expect(statuses.last == 429)
        let account = try #require(made["id"].text)
        let password = try #require(try await desk.json(["account", "set-password", account])["password"].text)
        #expect(try await login(password).status == 200)
    }

    @Test func theDemoHasSomethingOfEverything() async throws {
        let demo = try await desk.json(["account", "demo", "--time-zone", "Europe/Berlin"])
        let token = try #require(demo["token"].text)
        #expect(demo["email"].text != nil && demo["password"].text != nil && (demo["tasks"].number ?? 0) > 50)
        let account = try await desk.api.ask("GET", "/v1/account", token: token)
        #expect(account.json["demo"].flag == true)
        let lists = try await desk.api.ask("GET", "/v1/lists", token: token)
        #expect(lists.status == 200 && lists.json["lists"].list.count == 2)
    }

    @Test func devicesTokensAndInvitations() async throws {
        let account = try #require(try await desk.json(["account", "create"])["id"].text)
        let made = try await desk.json(["token", "create", account, "--label", "Shortcut", "--scope", "capture"])
        let token = try #require(made["token"].text)
        #expect(try await desk.api.ask("GET", "/v1/account", token: token).status == 403)
        #expect(try await desk.json(["token", "list", account])["tokens"].list.count == 2)
        #expect(try await desk.run("token", "revoke", account, made["id"].text ?? "").code == 0)
        await eventually { (try? await desk.api.ask("GET", "/v1/account", token: token).status) == 401 }
        #expect(try await desk.run("token", "revoke", account, made["id"].text ?? "").code == 1)
        #expect(try await desk.run("token", "create", account, "--scope", "all").code == 2)

        let devices = try await desk.json(["device", "list", account])["devices"].list
        #expect(devices.count == 1)
        let device = devices.first?["id"].text ?? ""
        let allowed = try await desk.json(["caldav", "allow-deletion", account, device])
        #expect(allowed["id"].text == device && allowed["allowedUntil"].text != nil)
        #expect(try await desk.run("caldav", "allow-deletion", account, account).code == 1)
        #expect(try await desk.run("device", "revoke", account, device).code == 0)
        #expect(try await desk.run("device", "list", account).output == "It has no devices.\n")

        #expect(try await desk.api.ask("POST", "/v1/accounts", "{}").code == "invite_required")
        let invite = try await desk.json(["invite", "create", "--uses", "2", "--expires", "7d", "--label", "Family"])
        let code = try #require(invite["code"].text)
        #expect(try await desk.api.ask("POST", "/v1/accounts", "{\"invite\":\"\(code)\"}").status == 201)
        #expect(try await desk.json(["invite", "list"])["invites"][0]["usesLeft"].number == 1)
        #expect(try await desk.run("invite", "revoke", invite["id"].text ?? "").code == 0)
        #expect(try await desk.api.ask("POST", "/v1/accounts", "{\"invite\":\"\(code)\"}").code == "invite_refused")
        #expect(try await desk.run("invite", "create", "--expires", "soon").code == 1)
        #expect(try await desk.run("invite", "create", "--uses", "0").code == 2)
    }

    @Test func whatWasDoneIsCountedAndSurvivesAKill() async throws {
        let token = try #require(try await desk.json(["account", "create"])["token"].text)
        for number in 1...3 {
            let body = "{\"title\":\"Task \(number)\"}"
            #expect(try await desk.api.ask("POST", "/v1/tasks", token: token, body).status == 201)
        }
        // Of two days, since one may end meanwhile.
        @Sendable func operations() async throws -> Int {
            try await desk.json(["stats", "--days", "2"])["days"].list.compactMap { $0["operations"].number }
                .reduce(0, +)
        }
        // Written down within a second or so.
        await eventually { (try? await operations()) == 3 }
        desk.api.program.signal(SIGKILL)
        _ = await desk.api.program.end()
        #expect(try await operations() == 3)
        let stats = try await desk.json(["stats", "--fresh"])
        #expect(stats["accounts"].number == 1 && stats["tasks"].number == 3 && stats["devices7Days"].number == 1)
        #expect(stats["days"].list.count == 14 && (stats["databaseBytes"].number ?? 0) > 1_000_000)
        let shown = try await desk.run("stats")
        #expect(shown.output.contains("accounts") && shown.output.contains("DAY") && !shown.output.contains("Task"))
        #expect(try await desk.run("stats", "--days", "400").code == 1)
    }

    @Test func withoutADatabaseOrItsSchemaTheExitCodeSaysSo() async throws {
        let empty = [
            "DAYBOOK_DATABASE_URL": try TestPostgres.shared.freshDatabase(),
            "DAYBOOK_DATA_DIR": "/tmp/daybook-admin-\(getpid())",
        ]
        defer { try? FileManager.default.removeItem(atPath: "/tmp/daybook-admin-\(getpid())") }
        #expect(try await Program.run("daybook", ["account", "list"], empty).code == 78)
        let nowhere = empty.merging([
            "DAYBOOK_DATABASE_URL": "postgresql:///x?host=/nonexistent", "DAYBOOK_STARTUP_WAIT": "100ms",
        ]) { $1 }
        #expect(try await Program.run("daybook", ["account", "list"], nowhere).code == 69)
        #expect(try await Program.run("daybook", ["account", "show"], empty).code == 2)
    }
}
