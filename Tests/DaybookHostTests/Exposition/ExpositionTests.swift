import Testing

@testable import DaybookHost

@Suite struct ExpositionTests {
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
}
