import Foundation
import TestWire
import Testing

/// `daybook export` as a real process.
@Suite(.closing) struct ExportCommandTests {
    private let house: ExportHouse

    init() async throws { house = try await ExportHouse.open() }

    @Test func theFileIsCalledAsAppsExpectAndIsItsOwnersAlone() async throws {
        let run = try await house.run("--account", house.account, "--output", house.out, "--json")
        #expect(run.code == 0, "\(run.complaints)")
        let names = try house.names()
        #expect(names.count == 1 && names[0].hasPrefix("Daybook-Tasks-Export-2") && names[0].hasSuffix(".json"))
        let path = house.out + "/" + names[0]
        #expect(JSON(run.output)["file"].text == path && JSON(run.output)["tasks"].number == 3)
        let document = JSON(try String(contentsOfFile: path, encoding: .utf8))
        #expect(document["tasks"].list.count == 3)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // The same again replaces it, and standard output gets the file alone.
        #expect(try await house.run("--account", house.account, "--output", path).code == 0)
        let piped = try await house.run("--account", house.account, "--output", "-")
        #expect(JSON(piped.output)["tasks"] == document["tasks"])
        #expect(try house.names() == names)
    }

    @Test func everyAccountGetsAFileOfItsOwn() async throws {
        let other = try await house.api.newAccount().account
        let folder = house.out + "/all"
        let run = try await house.run("--all", "--format", "ndjson", "--output", folder)
        #expect(run.code == 0, "\(run.complaints)")
        let names = try house.names(folder)
        #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".ndjson") })
        #expect(names.contains { $0.contains(other) } && names.contains { $0.contains(house.account) })
    }

    @Test func mistakesAreToldBeforeAnythingIsWritten() async throws {
        #expect(try await house.run("--account", house.account, "--all").code == 2)
        #expect(try await house.run("--all", "--output", "-").code == 2)
        #expect(try await house.run("--account", house.account, "--since", "soon").code == 2)
        #expect(try await house.run("--account", house.account, "--format", "xml").code == 2)
        #expect(try await house.run("--account", house.account, "--format", "csv", "--include-history").code == 2)
        let nobody = try await house.run("--account", "nobody@example.org", "--output", house.out)
        #expect(nobody.code == 1 && nobody.complaints == "daybook: there is no account nobody@example.org\n")
        let nowhere = try await house.run("--account", house.account, "--output", house.out + "/none/x.json")
        #expect(nowhere.code == 74 && nowhere.complaints.contains("the folder is not there"))
        let forbidden = try await house.run("--account", house.account, "--output", "/sys/x.json")
        #expect(forbidden.code == 74 && forbidden.complaints.contains("you may not write there"))
        #expect(try house.names().isEmpty)
    }

    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func aFullDiskKeepsWhatWasThereAndLeavesNothing() async throws {
        let house = try await ExportHouse.open(tasks: 400, titleLength: 10_000)
        let disk = try SmallDisk(at: house.out)
        let file = house.out + "/mine.json"
        try "old".write(toFile: file, atomically: false, encoding: .utf8)
        let run = try await house.run("--account", house.account, "--output", file)
        #expect(run.code == 74 && run.complaints.contains("the disk is full"), "\(run.complaints)")
        #expect(run.complaints.contains("No file was left behind"))
        #expect(try house.names() == ["mine.json"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
        withExtendedLifetime(disk) {}
    }

    @Test func aCommandThatIsToldToEndRemovesWhatItHad() async throws {
        let release = await house.holdTasks()
        let program = try Program(
            "daybook", ["export", "--account", house.account, "--output", house.out + "/x.json"], house.settings)
        await eventually { (try? house.names()) == [".x.json.daybook-partial"] }
        // A second one leaves it alone.
        let second = try await house.run("--account", house.account, "--output", house.out + "/x.json")
        #expect(
            second.code == 74 && second.complaints.contains("another process is writing it"),
            "\(second.code): \(second.complaints)")
        program.signal(SIGTERM)
        #expect(await program.end() == 128 + SIGTERM)
        #expect(await program.allComplaints().contains("interrupted. No file was left behind."))
        #expect(try house.names().isEmpty)
        release()
    }

    @Test func whatAKilledCommandLeftIsRemovedByTheNext() async throws {
        let release = await house.holdTasks()
        let program = try Program(
            "daybook", ["export", "--account", house.account, "--output", house.out + "/x.json"], house.settings)
        await eventually { (try? house.names()) == [".x.json.daybook-partial"] }
        program.signal(SIGKILL)
        #expect(await program.end() == 128 + SIGKILL)
        #expect(try house.names() == [".x.json.daybook-partial"])
        release()
        #expect(try await house.run("--account", house.account, "--output", house.out + "/y.json").code == 0)
        #expect(try house.names() == ["y.json"])
    }

    @Test func whereTheDatabaseGoesAwayNothingIsLeft() async throws {
        let release = await house.holdTasks()
        let program = try Program(
            "daybook", ["export", "--account", house.account, "--output", house.out + "/x.json"], house.settings)
        await eventually { house.count("wait_event_type = 'Lock' AND query LIKE '%row_number%'") == 1 }
        try house.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%row_number%'"
        )
        let complaints = await program.allComplaints()
        #expect(await program.end() == 69, "\(complaints)")
        #expect(try house.names().isEmpty)
        release()
    }
}
