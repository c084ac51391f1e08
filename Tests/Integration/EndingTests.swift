import Foundation
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct EndingTests {
    static let body = "{\"title\":\"in flight\"}"

    /// A server with one request half sent.
    func withHalfARequest() async throws -> (Program, UInt16, Client) {
        let url = try TestPostgres.shared.freshDatabase()
        let (program, port) = try await Program.serving("daybook-bench", [], ["DAYBOOK_DATABASE_URL": url])
        let client = try #require(Client(port))
        client.send(
            "POST /rows HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: \(Self.body.utf8.count)\r\n\r\n"
        )
        client.send(String(Self.body.prefix(5)))
        // It is in flight once the server counts it.
        await eventually {
            await Client.get("/metrics", port)?.body.contains("daybook_http_requests_in_flight 2\n") == true
        }
        return (program, port, client)
    }

    @Test func aRequestInFlightIsAnsweredBeforeTheEnd() async throws {
        let (program, port, client) = try await withHalfARequest()
        program.signal(SIGTERM)
        await eventually { Client(port) == nil }
        client.send(String(Self.body.dropFirst(5)))
        let answer = try #require(await client.receive())
        #expect(answer.status == 201)
        #expect(await program.end() == 0)
    }

    @Test func aRequestThatNeverEndsIsCutAtTheDeadline() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let (program, port) = try await Program.serving(
            "daybook-bench", [], ["DAYBOOK_DATABASE_URL": url, "DAYBOOK_DRAIN_DEADLINE": "300ms"])
        let client = try #require(Client(port))
        client.send("POST /rows HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n")
        await eventually {
            await Client.get("/metrics", port)?.body.contains("daybook_http_requests_in_flight 2\n") == true
        }
        #expect(await program.stop() == 0)
        #expect(await program.allComplaints().contains("connections closed at the drain deadline"))
    }

    @Test func aSecondSignalEndsItAtOnce() async throws {
        let (program, port, client) = try await withHalfARequest()
        program.signal(SIGTERM)
        await eventually { Client(port) == nil }
        program.signal(SIGTERM)
        #expect(await program.end() == 128 + SIGTERM)
        #expect(await client.receive() == nil)
    }

    /// What a stop cancels is no trouble: nobody is woken because a round of work was under way.
    @Test(.timeLimit(.minutes(10))) func whatAStopCancelsIsNotReported() async throws {
        let postgres = try await onThread { try TestPostgres() }
        try postgres.execute("CREATE DATABASE ending OWNER daybook")
        let url = postgres.url(database: "ending")
        #expect(try await Program.run("daybook", ["migrate", "up"], ["DAYBOOK_DATABASE_URL": url]).code == 0)
        // Held before the server has its first look, which is the only one for a minute.
        let lock = try Program(
            "/usr/bin/psql",
            [
                postgres.superuserURL(database: "ending"), "-c", "BEGIN", "-c", "LOCK TABLE reminder", "-c",
                "\\echo locked", "-c", "SELECT pg_sleep(600)",
            ])
        #expect(await lock.line(containing: "locked") != nil)
        let api = try await API.serving(url)
        await eventually {
            (try? postgres.query("SELECT FROM pg_locks WHERE NOT granted", database: "ending").isEmpty) == false
        }
        #expect(await api.program.stop() == 0)
        #expect(!(await api.program.allComplaints().contains("interrupted")))
        lock.signal(SIGKILL)
        _ = await lock.end()
    }
}
