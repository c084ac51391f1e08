import HTTP
import Reactor

/// Counts answers by route, method and status, and measures how long they took to make.
///
/// Each reactor counts for itself in plain arrays that only its thread touches, so counting takes neither a lock nor an
/// atomic; a scrape asks every reactor for a copy.
final class RequestFigures: Sendable {
    private let perReactor: PerReactor<ReactorFigures>

    init(_ reactors: ReactorGroup) { perReactor = PerReactor(reactors) { _ in ReactorFigures() } }

    /// - Parameter route: ``Route/index``; nil for a request that matched none.
    func count(route: Int?, _ method: HTTP.Method, _ status: Status, _ duration: Duration) {
        let endpoint = ((route ?? -1) + 1) * Self.methods.count + method.place
        perReactor.withCurrent { $0.count(endpoint, status.code, duration.nanoseconds) }
    }

    /// The figures of all reactors together, of endpoints that were asked at least once.
    func collect() async -> [Endpoint] {
        let all = await perReactor.collect { $0.endpoints }
        var endpoints: [Endpoint] = []
        for place in 0..<(all.map(\.count).max() ?? 0) {
            let route = place / Self.methods.count - 1
            var sum = Endpoint(route: route < 0 ? nil : route, method: Self.methods[place % Self.methods.count])
            for figures in all where place < figures.count { sum.figures.add(figures[place]) }
            if !sum.figures.statuses.isEmpty { endpoints.append(sum) }
        }
        return endpoints
    }

    struct Endpoint: Sendable {
        let route: Int?
        let method: HTTP.Method
        var figures = EndpointFigures()
    }

    static let methods = HTTP.Method.allCases

    /// Upper bounds of the buckets, in seconds; one more holds what took longer.
    static let bounds: [Double] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
}

private struct ReactorFigures {
    var endpoints: [EndpointFigures] = []

    mutating func count(_ endpoint: Int, _ status: UInt16, _ nanoseconds: Int64) {
        while endpoint >= endpoints.count { endpoints.append(EndpointFigures()) }
        endpoints[endpoint].count(status, nanoseconds)
    }
}

struct EndpointFigures: Sendable {
    /// An endpoint answers with a handful of statuses, so a search beats a table of 500.
    private(set) var statuses: [(code: UInt16, count: UInt64)] = []
    /// By ``RequestFigures/bounds``; empty until the first answer.
    private(set) var buckets: [UInt64] = []
    private(set) var nanoseconds: Int64 = 0

    var seconds: Double { Double(nanoseconds) / 1e9 }

    fileprivate mutating func count(_ status: UInt16, _ duration: Int64) {
        add(status, 1)
        if buckets.isEmpty { buckets = Array(repeating: 0, count: Self.limits.count + 1) }
        var bucket = 0
        while bucket < Self.limits.count, duration > Self.limits[bucket] { bucket += 1 }
        buckets[bucket] += 1
        nanoseconds += duration
    }

    private mutating func add(_ status: UInt16, _ count: UInt64) {
        if let place = statuses.firstIndex(where: { $0.code == status }) {
            statuses[place].count += count
        } else {
            statuses.append((status, count))
        }
    }

    mutating func add(_ other: EndpointFigures) {
        for (code, count) in other.statuses { add(code, count) }
        nanoseconds += other.nanoseconds
        if buckets.isEmpty {
            buckets = other.buckets
        } else {
            for (index, count) in other.buckets.enumerated() { buckets[index] += count }
        }
    }

    private static let limits = RequestFigures.bounds.map { Int64($0 * 1e9) }
}

extension HTTP.Method {
    /// Its place among all of them.
    fileprivate var place: Int { Int(rawValue) }
}
