import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct OutageTests {
    @Test func aKilledDatabaseCostsClearErrorsWhileItIsGoneAndNoneAfterwards() async throws {
        let postgres = try await onThread { try TestPostgres(durable: true) }
        let url = postgres.url(database: "postgres")
        let (program, port) = try await Program.serving("daybook-bench", [], ["DAYBOOK_DATABASE_URL": url])
        #expect(await Client.get("/rows/1", port)?.status == 200)
        #expect(await Client.get("/readyz", port)?.status == 200)

        await onThread { postgres.kill9() }
        let refused = try #require(await Client.get("/rows/1", port))
        #expect(refused.status == 503)
        #expect(refused.body.contains("\"code\":\"database_unavailable\""))
        #expect(refused.head.lowercased().contains("retry-after: 1"))
        await eventually { await Client.get("/readyz", port)?.status == 503 }
        #expect(await Client.get("/readyz", port)?.body.contains("\"code\":\"not_ready\"") == true)
        #expect(await Client.get("/healthz", port)?.status == 200)

        try postgres.start()
        await eventually { await Client.get("/readyz", port)?.status == 200 }
        for id in 1...100 { #expect(await Client.get("/rows/\(id)", port)?.status == 200) }
        #expect(await program.stop() == 0)
    }
}
