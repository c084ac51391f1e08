import Foundation
import TestPostgres
import TestWire
import Testing

/// A newer release's migrations arrive while servers of this one work.
@Suite(.closing) struct RollingUpgradeTests {
    /// This program's migrations, and those of releases to come.
    private struct Releases {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-releases-\(UUID())")
        private let latest: Int

        init() throws {
            let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../migrations")
                .standardizedFileURL
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let files = try FileManager.default.contentsOfDirectory(atPath: source.path).filter { $0.hasSuffix(".sql") }
            for file in files {
                try FileManager.default.copyItem(at: source.appending(path: file), to: folder.appending(path: file))
            }
            latest = files.count
            let folder = folder
            atEnd { try? FileManager.default.removeItem(at: folder) }
        }

        func add(_ place: Int, olderServers answer: String, _ statements: String) throws {
            let text =
                "-- A release to come.\n-- older servers: \(answer)\n-- forward\n\(statements)\n"
                + "-- backward\n-- Nobody goes back.\nSELECT 1;\n"
            let name = String(format: "%04d_to_come.sql", latest + place)
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
    }

    @Test func olderServersGoOnBesideWhatOnlyAddsAndStopWhereSomethingGoes() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        // The writer does not rest, however long a migration takes here.
        let (api, token) = try await API.withAccount(
            url, ["DAYBOOK_REQUESTS_PER_DEVICE": "0", "DAYBOOK_REQUESTS_PER_ACCOUNT": "0"])
        let releases = try Releases()
        try releases.add(
            1, olderServers: "go on",
            "ALTER TABLE task ADD COLUMN mood text;\nCREATE TABLE mood (name text PRIMARY KEY);\n"
                + "CREATE INDEX task_mood ON task (account_id, mood);")
        let settings = ["DAYBOOK_DATABASE_URL": url]
        let migrate = ["migrate", "up", "--migrations", releases.folder.path]

        // A device that goes on writing, and a balancer that goes on asking, while the newer release migrates.
        let under = Task {
            var written = 0
            var unready: [Int] = []
            while !Task.isCancelled {
                let answer = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"Water the plants"}"#)
                #expect(answer.status == 201)
                written += 1
                let ready = try await api.ask("GET", "/readyz").status
                if ready != 200 { unready.append(ready) }
            }
            return (written, unready)
        }
        #expect(try await Program.run("daybook", migrate, settings).code == 0)
        #expect(try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"Feed the cat"}"#).status == 201)
        // The probe asks the database once a second, so this is what it sees afterwards.
        try await Task.sleep(for: .seconds(1.2))
        under.cancel()
        let (written, unready) = try await under.value
        #expect(written > 0)
        #expect(unready.isEmpty)

        let second = try await API.serving(url)
        let tasks = try await second.ask("GET", "/v1/tasks?limit=500", token: token)
        #expect(tasks.json["tasks"].list.count == min(written + 1, 500))
        let down = try await Program.run("daybook", ["migrate", "down", "--to", "1"], settings)
        #expect(down.code == 78)
        let doctor = try await Program.run("daybook", ["doctor"], settings)
        #expect(doctor.output.contains("beside which this one goes on"))

        try releases.add(2, olderServers: "stop, because the mood goes", "DROP TABLE mood;")
        #expect(try await Program.run("daybook", migrate, settings).code == 0)
        await eventually { (try? await api.ask("GET", "/readyz").status) == 503 }
        let refused = try await Program.run("daybook", ["serve"], settings)
        #expect(refused.code == 78)
        #expect(refused.complaints.contains("newer"))
    }
}
