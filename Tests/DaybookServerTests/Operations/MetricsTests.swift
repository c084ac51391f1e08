import HTTP
import Reactor
import Testing

@testable import DaybookHost
@testable import DaybookServer

@Suite struct MetricsTests {
    @Test func histogramsAreSummedUpAsTheFormatWants() {
        var page = Exposition()
        page.begin("a_seconds", .histogram, "Help.")
        page.histogram(bounds: [0.001, 1], counts: [1, 2, 3], sum: 4.5, ["route": "a\"b\\c\nd"])
        #expect(
            String(decoding: page.bytes, as: UTF8.self) == """
                # HELP a_seconds Help.
                # TYPE a_seconds histogram
                a_seconds_bucket{route="a\\"b\\\\c\\nd",le="0.001"} 1
                a_seconds_bucket{route="a\\"b\\\\c\\nd",le="1"} 3
                a_seconds_bucket{route="a\\"b\\\\c\\nd",le="+Inf"} 6
                a_seconds_sum{route="a\\"b\\\\c\\nd"} 4.5
                a_seconds_count{route="a\\"b\\\\c\\nd"} 6

                """)
    }

    @Test func numbersAreWrittenAsPrometheusReadsThem() {
        var page = Exposition()
        page.begin("a", .gauge, "Help.")
        for value in [0, -1.5, .infinity, -.infinity, .nan, 1e18, 1_700_000_000] { page.sample(value) }
        let values = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n").dropFirst(2).map {
            $0.dropFirst(2)
        }
        #expect(values == ["0", "-1.5", "+Inf", "-Inf", "NaN", "1e+18", "1700000000"])
    }

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

    @Test func theKernelTellsOfThisProcess() {
        let figures = ProcessFigures.current()
        #expect(figures.residentBytes > 1 << 20)
        #expect(figures.cpuSeconds > 0)
        #expect(figures.openFiles >= 3)
        #expect(figures.openFileLimit >= figures.openFiles)
        let now = Double(WallTime.now().microseconds) / 1e6
        #expect(figures.startTime > now - 86_400 && figures.startTime <= now + 1)
    }

    @Test(arguments: [
        ("Cpus_allowed_list:\t0-3,8\n", 5), ("Cpus_allowed_list:\t0\n", 1), ("x\n", nil),
        ("Cpus_allowed_list:\t3-1\n", nil),
    ])
    func coresAreCounted(status: String, count: Int?) {
        #expect(Cores.allowed(status) == count)
        #expect(Cores.usable() >= 1)
    }

    @Test(arguments: [("max 100000\n", nil), ("150000 100000\n", 2), ("50000 100000\n", 1), ("", nil)])
    func quotasAreRoundedUp(text: String, count: Int?) {
        #expect(Cores.quota(text) == count)
    }
}
