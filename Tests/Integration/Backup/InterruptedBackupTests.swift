import Foundation
import TestPostgres
import TestWire
import Testing

/// Real processes that are killed in the middle, disks that are full, and what is left of it.
@Suite(.closing) struct InterruptedBackupTests {
    /// A database with somebody's tasks in it.
    private func filled(_ desk: BackupDesk) async throws -> (url: String, account: String) {
        let url = try TestPostgres.shared.freshDatabase()
        #expect(try await desk.run(url, ["migrate", "up"]).code == 0)
        let demo = try await desk.json(url, "account", "demo", "--email", "ada@example.org")
        return (url, try #require(demo["id"].text))
    }

    /// A transaction's body is on a thread that hears no signals, and a program inherits that.
    private func start(_ arguments: [String], _ settings: [String: String]) async throws -> Program {
        try await detached { try Program("daybook", arguments, settings) }
    }

    private func detached<Outcome: Sendable>(
        _ body: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        try await Task.detached { try await body() }.value
    }

    /// Waits until a session of a backup's is held up by a lock.
    private func waits(_ url: String) async throws {
        let name = TestPostgres.shared.name(of: url)
        await eventually {
            let held = try? TestPostgres.shared.query(
                """
                SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)' AND application_name = 'daybook backup'
                    AND wait_event_type = 'Lock'
                """)
            return held?[0][0] != "0" && held != nil
        }
    }

    @Test func aBackupThatIsKilledLeavesNothing() async throws {
        let desk = try BackupDesk()
        let (url, _) = try await filled(desk)
        let before = try desk.files()
        try await desk.look(url) { database in
            try await database.transaction { transaction in
                try await transaction.run("LOCK TABLE task IN ACCESS EXCLUSIVE MODE")
                for signal in [SIGKILL, SIGTERM, SIGINT] {
                    let program = try await start(["backup", "create", desk.path("killed.backup")], desk.settings(url))
                    try await waits(url)
                    program.signal(signal)
                    #expect(await program.end() == 128 + signal)
                    #expect(try desk.files() == before)
                }
            }
        }
        #expect(try await desk.run(url, ["backup", "create", desk.path("killed.backup")]).code == 0)
    }

    @Test func aRestorationThatIsKilledBeforeThereIsADatabaseIsUnfinishedToo() async throws {
        let desk = try BackupDesk()
        let (url, _) = try await filled(desk)
        let backup = desk.path("whole.backup")
        #expect(try await desk.run(url, ["backup", "create", backup]).code == 0)
        let folder = desk.path("fresh")
        let settings = ["DAYBOOK_DATA_DIR": folder, "DAYBOOK_LISTEN": "127.0.0.1:0"]
        // A backup that is none is refused, and the folder is as good as new.
        let wrong = try await Program.run("daybook", ["backup", "restore", desk.path("none.backup")], settings)
        #expect(wrong.code != 0 && !FileManager.default.fileExists(atPath: "\(folder)/restoring"))
        // A watcher who is slow to look finds it over, and looks at another one.
        for _ in 0..<5 where !FileManager.default.fileExists(atPath: "\(folder)/restoring") {
            try? FileManager.default.removeItem(atPath: folder)
            let program = try await start(["backup", "restore", backup], settings)
            await eventually { FileManager.default.fileExists(atPath: "\(folder)/restoring") || program.hasEnded }
            program.signal(SIGKILL)
            _ = await program.end()
        }
        #expect(FileManager.default.fileExists(atPath: "\(folder)/restoring"))
        for arguments in [["serve"], ["check"], ["backup", "create", desk.path("empty.backup")]] {
            let refused = try await Program.run("daybook", arguments, settings)
            #expect(refused.code == 78, "\(arguments): \(refused.complaints)")
            #expect(refused.complaints.contains("a restore was interrupted"), "\(arguments): \(refused.complaints)")
        }
        // What cannot be read does not make it any better.
        #expect(try await Program.run("daybook", ["backup", "restore", desk.path("none.backup")], settings).code != 0)
        #expect(try await Program.run("daybook", ["check"], settings).code == 78)
        let again = try await Program.run("daybook", ["backup", "restore", backup], settings)
        #expect(again.code == 0, "\(again.complaints)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/restoring"))
        // A backup that is not encrypted brings no key; restoring says so, and nobody goes on with another by accident.
        #expect(again.output.contains("this database has one"), "\(again.output)")
        #expect(try await Program.run("daybook", ["account", "list"], settings).code == 78)
        let rotated = try await Program.run("daybook", ["key", "rotate", "--lost"], settings)
        #expect(rotated.code == 0, "\(rotated.complaints)")
        let list = try await Program.run("daybook", ["account", "list"], settings)
        #expect(list.code == 0, "\(list.complaints)")
    }

    @Test func aRestorationThatIsKilledInTheMiddleOfATableBeginsAgain() async throws {
        let desk = try BackupDesk()
        let (url, account) = try await filled(desk)
        let backup = desk.path("whole.backup")
        #expect(try await desk.run(url, ["backup", "create", backup]).code == 0)
        let target = try TestPostgres.shared.freshDatabase()
        let name = TestPostgres.shared.name(of: target)
        // Held up where the rows of tasks are about to come, when those of accounts and devices are in already.
        for statement in [
            "CREATE SCHEMA stop", "GRANT USAGE ON SCHEMA stop TO public",
            """
            CREATE FUNCTION stop.wait() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                IF current_query() LIKE '%"task" NO FORCE%' THEN PERFORM pg_advisory_lock(42); END IF;
            END $$
            """, "CREATE EVENT TRIGGER stop ON ddl_command_start EXECUTE FUNCTION stop.wait()",
        ] { try TestPostgres.shared.execute(statement, database: name) }
        try await desk.look(target) { database in
            try await database.transaction { transaction in
                try await transaction.run("SELECT pg_advisory_xact_lock(42)")
                let program = try await start(["backup", "restore", backup], desk.settings(target))
                try await waits(target)
                // Whoever comes meanwhile does not clear what this one is filling.
                let second = try await detached { try await desk.run(target, ["backup", "restore", backup]) }
                #expect(second.code == 69 && second.complaints.contains("restore_under_way"), "\(second.complaints)")
                program.signal(SIGKILL)
                #expect(await program.end() == 128 + SIGKILL)
                // The server notices that nobody listens any more when the lock is free.
            }
        }
        await everybodyHasLeft(target)
        await noLockIsHeld(target)
        try TestPostgres.shared.execute("DROP EVENT TRIGGER stop", database: name)
        for command in [["serve", "--migrate"], ["migrate", "up"], ["account", "list"]] {
            let run = try await desk.run(target, command)
            #expect(run.code == 78, "\(command)")
            #expect(run.complaints.contains("daybook backup restore"), "\(run.complaints)")
        }
        let again = try await desk.run(target, ["backup", "restore", backup])
        #expect(again.code == 0, "\(again.complaints)")
        #expect(try await desk.json(target, "account", "show", "ada@example.org")["id"].text == account)
        #expect(try TestPostgres.shared.ledgers(target) == (try TestPostgres.shared.ledgers(url)))
        // It is a database in use now.
        let third = try await desk.run(target, ["backup", "restore", backup])
        #expect(third.code == 1 && third.complaints.contains("restore_database_not_empty"))
    }

    /// A second one would drop what the first is filling. Who was killed is in nobody's way.
    @Test func oneRestorationOfAnAccountAtATime() async throws {
        let desk = try BackupDesk()
        let (url, account) = try await filled(desk)
        let backup = desk.path("whole.backup")
        #expect(try await desk.run(url, ["backup", "create", backup]).code == 0)
        #expect(try await desk.run(url, ["account", "delete", account, "--yes"]).code == 0)
        let restoring = ["backup", "restore", backup, "--account", account]
        try await desk.look(url) { database in
            try await database.transaction { transaction in
                // Where the first one asks for this account it has begun.
                try await transaction.run("LOCK TABLE merged_account IN ACCESS EXCLUSIVE MODE")
                let first = try await start(restoring, desk.settings(url))
                try await waits(url)
                let second = try await detached { try await desk.run(url, restoring) }
                #expect(second.code == 69 && second.complaints.contains("restore_under_way"), "\(second.complaints)")
                first.signal(SIGKILL)
                #expect(await first.end() == 128 + SIGKILL)
            }
        }
        // It leaves nothing that would be in the way of the next one.
        await noLockIsHeld(url)
        let third = try await desk.run(url, restoring)
        #expect(third.code == 0, "\(third.complaints)")
        #expect(try await desk.json(url, "account", "show", "ada@example.org")["id"].text == account)
        #expect(try await desk.run(url, ["check"]).code == 0)
    }

    /// PostgreSQL has noticed that whoever held a lock is gone.
    private func noLockIsHeld(_ url: String) async {
        let name = TestPostgres.shared.name(of: url)
        await eventually {
            let held = try? TestPostgres.shared.query(
                """
                SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
                WHERE datname = '\(name)' AND locktype = 'advisory'
                """)
            return held?[0][0] == "0"
        }
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func aFullDiskIsSaidAndLeavesNothing() async throws {
        let desk = try BackupDesk()
        let (url, _) = try await filled(desk)
        let disk = try SmallDisk("16k")
        let small = disk.folder.path
        let run = try await desk.run(url, ["backup", "create", small + "/full.backup"])
        #expect(run.code == 74 && run.complaints.contains("No space left on device"), "\(run.complaints)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: small).isEmpty)
        withExtendedLifetime(disk) {}
    }

    @Test func whatIsWrongIsSaidWithItsCode() async throws {
        let desk = try BackupDesk()
        let (url, _) = try await filled(desk)
        let empty = try TestPostgres.shared.freshDatabase()
        let plain = desk.path("plain.backup")
        let sealed = desk.path("sealed.backup")
        let key = desk.path("key")
        #expect(try await desk.run(url, ["backup", "key", key]).code == 0)
        #expect(try await desk.run(url, ["backup", "create", plain]).code == 0)
        #expect(try await desk.run(url, ["backup", "create", "--key-file", key, sealed]).code == 0)
        let named = try await desk.json(url, "backup", "create", desk.folder)
        #expect(named["path"].text?.contains("/daybook-2") == true)
        #expect(try await desk.json(url, "backup", "verify", plain)["restorable"].flag == true)
        #expect(try await desk.json(url, "backup", "verify", sealed, "--key-file", key)["secretKey"].flag == true)

        var bytes = try Data(contentsOf: URL(filePath: plain))
        bytes[1000] ^= 4
        let damaged = desk.path("damaged.backup")
        try bytes.write(to: URL(filePath: damaged))
        let cut = desk.path("cut.backup")
        try bytes.prefix(900).write(to: URL(filePath: cut))
        for (arguments, code, word) in [
            ([plain], Int32(74), "File exists"), ([desk.path("nowhere/x")], 74, "No such file"),
        ] as [([String], Int32, String)] {
            let run = try await desk.run(url, ["backup", "create"] + arguments)
            #expect(run.code == code && run.complaints.contains(word), "\(arguments): \(run.complaints)")
        }
        for (arguments, code, word) in [
            ([damaged], 74, "backup_damaged"), ([cut], 74, "backup_not_whole"), ([sealed], 1, "backup_key_missing"),
            ([plain, "--key-file", key], 1, "backup_key_unwanted"), ([key], 1, "backup_not_one"),
            ([desk.path("none")], 74, "No such file"),
        ] as [([String], Int32, String)] {
            for command in ["verify", "restore"] {
                let run = try await desk.run(empty, ["backup", command] + arguments)
                #expect(run.code == code && run.complaints.contains(word), "\(command) \(arguments): \(run.complaints)")
            }
        }
        #expect(
            try TestPostgres.shared.query(
                "SELECT 1 FROM pg_class WHERE relname = 'daybook_restore'",
                database: TestPostgres.shared.name(of: empty)
            ).isEmpty)
        // Another installation's key stays where it is, and nothing is restored beside it.
        let other = try BackupDesk()
        try Data((0..<32).map { UInt8($0) }).write(to: URL(filePath: other.path("secret.key")))
        chmod(other.path("secret.key"), 0o600)
        let refused = try await other.run(empty, ["backup", "restore", sealed, "--key-file", key])
        #expect(refused.code == 1 && refused.complaints.contains("restore_secret_key_differs"))
        // Without one it comes along, and the logins are found by it.
        let moved = try BackupDesk()
        #expect(try await moved.run(empty, ["backup", "restore", sealed, "--key-file", key]).code == 0)
        #expect(try await moved.json(empty, "account", "show", "ada@example.org")["tasks"].number ?? 0 > 50)
    }
}
