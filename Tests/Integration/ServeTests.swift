import Foundation
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct ServeTests {
    @Test func aStaleSchemaRefusesTheStartAndNamesTheCommand() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let run = try await Program.run("daybook", ["serve"], ["DAYBOOK_DATABASE_URL": url])
        #expect(run.code == 78)
        #expect(run.complaints.contains("daybook migrate up"))
        #expect(run.output.isEmpty)
    }

    @Test func itMigratesWhenAskedAnswersAndEndsInOrder() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"], ["DAYBOOK_DATABASE_URL": url])
        #expect(await Client.get("/healthz", port)?.status == 200)
        #expect(await Client.get("/readyz", port)?.status == 200)
        #expect(await Client.get("/v1", port)?.body.contains("\"name\":\"daybook\"") == true)
        #expect(await Client.get("/", port)?.body.hasPrefix("daybook ") == true)
        let missing = try #require(await Client.get("/nothing", port))
        #expect(missing.status == 404)
        #expect(missing.head.contains("application/problem+json"))
        #expect(await program.stop() == 0)
        let status = try await Program.run("daybook", ["migrate", "status", "--json"], ["DAYBOOK_DATABASE_URL": url])
        #expect(status.code == 0)
        #expect(status.output.contains("\"current\":true"))
    }

    @Test func aSchemaTakenAwayIsNotReady() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"], ["DAYBOOK_DATABASE_URL": url])
        let refused = try await Program.run("daybook", ["migrate", "down", "--to", "0"], ["DAYBOOK_DATABASE_URL": url])
        #expect(refused.code == 1 && refused.complaints.contains("a server is using this database"), "\(refused)")
        #expect(await Client.get("/readyz", port)?.status == 200)
        let down = try await Program.run(
            "daybook", ["migrate", "down", "--to", "0", "--yes"], ["DAYBOOK_DATABASE_URL": url])
        #expect(down.code == 0)
        await eventually { await Client.get("/readyz", port)?.status == 503 }
        #expect(await Client.get("/readyz", port)?.body.contains("schema") == true)
        #expect(await Client.get("/healthz", port)?.status == 200)
        #expect(await program.stop() == 0)
    }

    @Test func aPortInUseIsOneClearSentence() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let settings = ["DAYBOOK_DATABASE_URL": url]
        let (program, port) = try await Program.serving("daybook", ["serve", "--migrate"], settings)
        let second = try await Program.run("daybook", ["serve", "--listen", "127.0.0.1:\(port)"], settings)
        #expect(second.code == 69)
        let complaints = second.complaints.split(separator: "\n").filter { $0.hasPrefix("daybook:") }
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains("127.0.0.1:\(port) is in use") == true)
        let doctor = try await Program.run("daybook", ["doctor", "--listen", "127.0.0.1:\(port)"], settings)
        #expect(doctor.output.contains("a running server answers"))
        #expect(await program.stop() == 0)
    }

    @Test func aDatabaseThatIsNotThereIsWaitedForAndThenNamed() async throws {
        let run = try await Program.run(
            "daybook", ["serve", "--startup-wait", "300ms"],
            ["DAYBOOK_DATABASE_URL": "postgresql://someone:s3cr3t@/none?host=/nonexistent"])
        #expect(run.code == 69)
        #expect(run.complaints.contains("cannot be reached"))
        #expect(run.complaints.contains("daybook doctor"))
        #expect(!run.complaints.contains("s3cr3t"))
    }

    @Test func metricsAreThereForThisMachineAndNotForForwardedStrangers() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"], ["DAYBOOK_DATABASE_URL": url])
        _ = await Client.get("/v1", port)
        let page = try #require(await Client.get("/metrics", port))
        #expect(page.status == 200)
        #expect(page.head.contains("text/plain; version=0.0.4"))
        #expect(page.body.contains("daybook_http_requests_total{method=\"GET\",route=\"/v1\",status=\"200\"} 1"))
        #expect(page.body.contains("process_resident_memory_bytes "))
        #expect(await Client.get("/metrics", port, fields: "X-Forwarded-For: 192.0.2.1\r\n")?.status == 404)
        try await judgedByPrometheus(page.body)
        #expect(await program.stop() == 0)
    }

    @Test func metricsHaveTheAddressTheyAreGivenAndAreThereAlone() async throws {
        let settings = ["DAYBOOK_DATABASE_URL": try TestPostgres.shared.freshDatabase()]
        let own = try #require(freePort())
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate", "--metrics", "127.0.0.1:\(own)"], settings)
        #expect(await Client.get("/metrics", port)?.status == 404)
        #expect(await Client.get("/metrics", own, fields: "X-Forwarded-For: 192.0.2.1\r\n")?.status == 200)
        #expect(await Client.get("/readyz", own)?.status == 200)
        #expect(await Client.get("/v1", own)?.status == 404)
        #expect(await program.stop() == 0)

        let (silent, quiet) = try await Program.serving("daybook", ["serve", "--metrics", "off"], settings)
        #expect(await Client.get("/metrics", quiet)?.status == 404)
        #expect(await silent.stop() == 0)
    }

    /// Prometheus' own client library reads the page, and finds the families it should.
    private func judgedByPrometheus(_ page: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "metrics-\(UUID())")
        try page.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = """
            import sys
            from prometheus_client.parser import text_string_to_metric_families as parse
            families = {f.name: f for f in parse(open(sys.argv[1]).read())}
            assert families['daybook_http_request_duration_seconds'].type == 'histogram'
            assert families['daybook_http_requests'].type == 'counter'
            for family in families.values():
                quiet = ('daybook_database_errors', 'daybook_notifications', 'daybook_notification_late_seconds',
                         'daybook_agent_calls', 'daybook_agent_stops')
                assert family.samples or family.name in quiet, family.name
                assert family.documentation and family.type != 'unknown', family.name
            print(len(families))
            """
        let environment = ProcessInfo.processInfo.environment.filter { $0.key == "HOME" }
        let run = try await Program.run("/usr/bin/python3", ["-c", script, file.path], environment)
        #expect(run.code == 0, "\(run.complaints)")
    }
}
