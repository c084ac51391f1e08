import Foundation
import TestWire
import Testing

/// People run it on small boxes, which shall rest when nobody asks.
@Suite(.closing) struct IdleTests {
    @Test(.proof("it counts the switches of a machine that does nothing else")) func aServerThatNobodyAsksHardlyWakes()
        async throws
    {
        let api = try await API.serving()
        _ = try await api.newAccount()
        // What the start and the request left to do: connections are made, a device is seen, operations are counted.
        try await Task.sleep(for: .seconds(10))
        let began = ContinuousClock.now
        let before = (wakes: api.program.wakes, statements: try await statements(of: api))
        try await Task.sleep(for: .seconds(20))
        let after = (wakes: api.program.wakes, statements: try await statements(of: api))
        let seconds = Double((ContinuousClock.now - began) / .seconds(1))
        #expect(Double(after.wakes - before.wakes) <= 10 * seconds, "at most 10 times a second")
        // Two, and once an hour the eight of a census, of which the first comes in the first minute.
        #expect(after.statements - before.statements <= 12)
    }

    private func statements(of api: API) async throws -> Int {
        let name = "daybook_database_query_duration_seconds_count "
        let page = try #require(await Client.get("/metrics", api.port)?.body)
        let line = page.split(separator: "\n").first { $0.hasPrefix(name) }
        return try #require(line.flatMap { Int($0.dropFirst(name.count)) })
    }
}

extension Program {
    /// How often one of its threads was waiting and went on.
    fileprivate var wakes: Int {
        let threads = "/proc/\(identifier)/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
        return names.reduce(0) { sum, name in
            let text = (try? String(contentsOfFile: "\(threads)/\(name)/status", encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }
}
