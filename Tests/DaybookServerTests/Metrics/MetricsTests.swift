import Reactor
import Testing

@testable import DaybookHost
@testable import DaybookServer

@Suite struct MetricsTests {
    @Test func everyReactorCountsForItselfAndAScrapeAddsThemUp() async throws {
        let reactors = try ReactorGroup(count: 3)
        defer { reactors.stop() }
        let figures = RequestFigures(reactors)
        for reactor in reactors.reactors {
            await Task(executorPreference: reactor) {
                for _ in 0..<100 { figures.count(route: 2, .get, .ok, .milliseconds(3)) }
                figures.count(route: 2, .get, .notFound, .seconds(20))
                figures.count(route: nil, .post, .notFound, .zero)
            }.value
        }
        // Off every reactor there is nowhere to count, and nothing breaks.
        figures.count(route: 2, .get, .ok, .zero)
        let endpoints = await figures.collect()
        #expect(endpoints.count == 2)
        let get = try #require(endpoints.first { $0.route == 2 })
        #expect(get.figures.statuses.map(\.count).reduce(0, +) == 303)
        #expect(get.figures.statuses.first { $0.code == 200 }?.count == 300)
        #expect(get.figures.buckets[3] == 300, "3 ms are in the bucket up to 5 ms")
        #expect(get.figures.buckets.last == 3)
        #expect(abs(get.figures.seconds - 60.9) < 0.001)
        #expect(endpoints.first { $0.route == nil }?.method == .post)
    }

    @Test func theKernelTellsOfThisProcess() throws {
        let figures = ProcessFigures.current()
        #expect(figures.residentBytes > 1 << 20)
        #expect(figures.cpuSeconds > 0)
        #expect(figures.openFiles >= 3)
        #expect(figures.openFileLimit >= figures.openFiles)
        // The kernel's own time, whatever programs are told.
        let told = try TextFile.read("/proc/uptime", limit: 100).split(separator: " ")
        let uptime = try #require(told.first.flatMap { Double($0) })
        let now = ProcessFigures.bootTime + uptime
        #expect(figures.startTime > now - 86_400 && figures.startTime <= now + 1)
    }
}
