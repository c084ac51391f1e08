import Foundation
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct CommandTests {
    @Test func aBadValueStopsTheStartWithItsNameAlone() async throws {
        let run = try await Program.run(
            "daybook", ["serve"], ["DAYBOOK_LISTEN": "s3cr3t", "DAYBOOK_DATABASE_URL": "s3cr3t"])
        #expect(run.code == 78)
        #expect(run.complaints.contains("DAYBOOK_LISTEN (environment)"))
        #expect(run.complaints.contains("DAYBOOK_DATABASE_URL (environment)"))
        #expect(!run.complaints.contains("s3cr3t"))
    }

    @Test func aConfigurationThatCannotBeReadIsNamed() async throws {
        let run = try await Program.run("daybook", ["serve", "--config", "/no/such/file"])
        #expect(run.code == 78)
        #expect(run.complaints == "daybook: cannot read the configuration file /no/such/file: there is no such file\n")
    }

    @Test func theEffectiveConfigurationHidesSecretsAndTellsOrigins() async throws {
        let run = try await Program.run(
            "daybook", ["config", "--json", "--reactors", "3"],
            ["DAYBOOK_DATABASE_URL": "postgres://u:s3cr3t@h/d", "DAYBOOK_TYPO": "x"])
        #expect(run.code == 0)
        #expect(!run.output.contains("s3cr3t"))
        #expect(run.complaints.contains("ignoring the unknown environment variable DAYBOOK_TYPO"))
        let shown = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let settings = try #require(shown["settings"] as? [String: [String: Any]])
        #expect(settings["DAYBOOK_REACTORS"]?["origin"] as? String == "flag")
        #expect(settings["DAYBOOK_DATABASE_URL"]?["value"] as? String == "postgres://u:***@h/d")
        #expect(settings["DAYBOOK_LISTEN"]?["origin"] as? String == "default")
    }

    @Test(arguments: [["check"], ["account", "list"], ["stats"]])
    func aCommandThatFindsNoDatabaseLeavesNothingBehind(arguments: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-none-\(UUID())").path
        let run = try await Program.run("daybook", arguments, ["DAYBOOK_DATA_DIR": folder])
        #expect(run.code == 69 && run.complaints.contains("there is no database under"), "\(run.complaints)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func mistypedCommandsExitWithTwoAndASuggestion() async throws {
        let run = try await Program.run("daybook", ["srve"])
        #expect(run.code == 2)
        #expect(run.complaints.contains("did you mean 'serve'?"))
        #expect(try await Program.run("daybook", []).code == 2)
        #expect(try await Program.run("daybook", ["serve", "--help"]).code == 0)
        #expect(try await Program.run("daybook", ["version"]).output.hasPrefix("daybook "))
    }

    @Test(arguments: [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
    func completionsAreReadByTheirShell(shell: String, check: [String]) async throws {
        let program = try #require(
            ["/usr/bin/", "/bin/"].map { $0 + shell }.first { FileManager.default.isExecutableFile(atPath: $0) },
            "make setup-test installs \(shell)")
        let script = try await Program.run("daybook", ["completions", shell])
        #expect(script.code == 0)
        let file = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID())")
        try script.output.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await Program.run(program, check + [file.path]).code == 0)
    }

    struct Diagnosis: Decodable {
        struct Finding: Decodable {
            let check: String
            let grade: String
            let sentence: String
            let advice: String?
        }
        let grade: String
        let findings: [Finding]
    }

    func doctor(_ settings: [String: String]) async throws -> (code: Int32, diagnosis: Diagnosis) {
        let settings = ["DAYBOOK_LISTEN": "127.0.0.1:0"].merging(settings) { $1 }
        let run = try await Program.run("daybook", ["doctor", "--json"], settings)
        return (run.code, try JSONDecoder().decode(Diagnosis.self, from: Data(run.output.utf8)))
    }

    @Test(arguments: [
        ("configuration", ["DAYBOOK_LISTEN": "nowhere"]),
        (
            "database",
            ["DAYBOOK_DATABASE_URL": "postgresql:///x?host=/nonexistent", "DAYBOOK_CONNECT_TIMEOUT": "500ms"]
        ),
        ("tls", ["DAYBOOK_TLS_CERTIFICATE": "/no/cert.pem", "DAYBOOK_TLS_KEY": "/no/key.pem"]),
        ("data folder", ["DAYBOOK_DATA_DIR": "/proc/version/x"]),
        ("postgresql", ["DAYBOOK_PG_BIN": "/nonexistent", "DAYBOOK_DATA_DIR": "/tmp/daybook-not-there"]),
        ("listen", ["DAYBOOK_LISTEN": "192.0.2.1:8420"]),
    ])
    func theDoctorFindsWhatIsBrokenAndSaysWhatToDo(check: String, settings: [String: String]) async throws {
        let (code, diagnosis) = try await doctor(settings)
        #expect(code == 1)
        #expect(diagnosis.grade == "failure")
        #expect(diagnosis.findings.contains { $0.check == check && $0.grade == "failure" })
        for finding in diagnosis.findings where finding.grade != "good" { #expect(finding.advice?.isEmpty == false) }
    }

    @Test func theDoctorFindsAHealthyDatabaseAndAMissingSchema() async throws {
        // The others survive no crash, which is not healthy.
        let url = try await onThread { try TestPostgres(durable: true).freshDatabase() }
        let stale = try await doctor(["DAYBOOK_DATABASE_URL": url])
        #expect(stale.diagnosis.findings.contains { $0.check == "schema" && $0.advice == "daybook migrate up" })
        #expect(try await Program.run("daybook", ["migrate", "up"], ["DAYBOOK_DATABASE_URL": url]).code == 0)
        let healthy = try await doctor(["DAYBOOK_DATABASE_URL": url])
        #expect(healthy.code == 0)
        #expect(healthy.diagnosis.findings.contains { $0.check == "database" && $0.grade == "good" })
        #expect(healthy.diagnosis.findings.contains { $0.check == "database role" && $0.grade == "good" })
    }

    @Test func aSuperuserIsServedWithAWarning() async throws {
        let postgres = try await onThread { try TestPostgres() }
        try postgres.execute("CREATE DATABASE over")
        let settings = ["DAYBOOK_DATABASE_URL": postgres.superuserURL(database: "over")]
        let (program, _) = try await Program.serving("daybook", ["serve", "--migrate"], settings)
        #expect(await program.complaint(containing: "row-level security does not protect this database") != nil)
        #expect(
            try await doctor(settings).diagnosis.findings.contains {
                $0.check == "database role" && $0.grade == "warning"
            })
        #expect(await program.stop() == 0)
    }
}
