import Foundation
import TestPostgres
import TestWire
import Testing

/// The dashboard and the alert rules of `deploy/monitoring` ask for what a running server tells.
@Suite(.closing) struct MonitoringTests {
    @Test(arguments: ["alerts.yaml", "grafana-dashboard.json"])
    func everythingThatIsAskedForIsTold(_ file: String) async throws {
        let url = try await migratedDatabase.copy()
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"], ["DAYBOOK_DATABASE_URL": url])
        _ = await Client.get("/v1", port)
        // The first census is taken soon after the start.
        await eventually {
            await Client.get("/metrics", port)?.body.contains("daybook_instance_census_timestamp_seconds ") == true
        }
        let page = try #require(await Client.get("/metrics", port)).body
        #expect(await program.stop() == 0)

        let told = Set(
            page.matches(of: #/# TYPE (\w+) (\w+)/#).flatMap { family -> [String] in
                let name = String(family.1)
                return family.2 == "histogram" ? ["_bucket", "_sum", "_count"].map { name + $0 } : [name]
            })
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy/monitoring")
        let text = try String(contentsOf: folder.appending(path: file).standardizedFileURL, encoding: .utf8)
        // `job="daybook"` and words in sentences have no underscore behind the name.
        let asked = Set(text.matches(of: #/\b(?:daybook|process)_[a-z_]+/#).map { String($0.0) })
        #expect(asked.count > 5)
        #expect(asked.subtracting(told).isEmpty)
    }
}
