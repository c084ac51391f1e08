import Seeds

/// Requests of an hour on their way: a server's core, a core of the database, the disk where they are durable. They
/// arrive as a Poisson process, and each takes an exponential time with its kind's mean. That is more uneven than what
/// was measured, so the waits are rather told too long.
package struct FleetRun {
    private enum Event {
        case arrival(kind: Int)
        case served(Int)
        case answeredByDatabase(Int)
        case flushed
    }

    private struct Request {
        let kind: Int
        let began: Double
    }

    private let plan: FleetPlan
    private var random: SeededRandom
    private var events = EventQueue<Event>()
    private var server: Station
    private var database: Station
    private var requests: [Request] = []
    private var free: [Int] = []
    /// Commits that the running flush makes durable, and those that came after it began.
    private var flushing: [Int] = []
    private var waitingForFlush: [Int] = []
    private var took: [[Double]]
    private var now = 0.0

    package init(_ plan: FleetPlan, seed: UInt64) {
        self.plan = plan
        random = SeededRandom(seed: seed)
        server = Station(cores: plan.serverCores)
        database = Station(cores: plan.databaseCores)
        took = Array(repeating: [], count: plan.requests.count)
    }

    /// One hour of the day, from empty queues on.
    package mutating func run(hour: Int, seconds: Double = 3600) -> FleetReport {
        for kind in plan.requests.indices { plan(nextOf: kind, hour: hour, end: seconds) }
        while let (time, event) = events.next() {
            now = time
            switch event {
            case .arrival(let kind):
                plan(nextOf: kind, hour: hour, end: seconds)
                begin(kind)
            case .served(let request):
                if let next = server.finish() { events.add(.served(next.request), at: now + next.seconds) }
                ask(request)
            case .answeredByDatabase(let request):
                if let next = database.finish() {
                    events.add(.answeredByDatabase(next.request), at: now + next.seconds)
                }
                plan.requests[requests[request].kind].isDurable ? commit(request) : answer(request)
            case .flushed:
                for request in flushing { answer(request) }
                flushing = waitingForFlush
                waitingForFlush = []
                if !flushing.isEmpty { events.add(.flushed, at: now + plan.flush) }
            }
        }
        return FleetReport(
            plan: plan, took: took, server: server.utilisation(over: seconds),
            database: database.utilisation(over: seconds),
            longestQueue: max(server.longestQueue, database.longestQueue))
    }

    private mutating func plan(nextOf kind: Int, hour: Int, end: Double) {
        let rate = plan.arrivalsPerSecond(of: plan.requests[kind], hour: hour)
        guard rate > 0 else { return }
        let time = now + exponential(1 / rate)
        if time < end { events.add(.arrival(kind: kind), at: time) }
    }

    private mutating func begin(_ kind: Int) {
        let request = Request(kind: kind, began: now)
        let place: Int
        if let last = free.popLast() {
            place = last
            requests[place] = request
        } else {
            place = requests.count
            requests.append(request)
        }
        let seconds = exponential(plan.requests[kind].server)
        if server.arrive(.init(request: place, seconds: seconds)) { events.add(.served(place), at: now + seconds) }
    }

    private mutating func ask(_ request: Int) {
        let seconds = exponential(plan.requests[requests[request].kind].database)
        if database.arrive(.init(request: request, seconds: seconds)) {
            events.add(.answeredByDatabase(request), at: now + seconds)
        }
    }

    private mutating func commit(_ request: Int) {
        guard flushing.isEmpty else { return waitingForFlush.append(request) }
        flushing = [request]
        events.add(.flushed, at: now + plan.flush)
    }

    private mutating func answer(_ request: Int) {
        took[requests[request].kind].append(now - requests[request].began)
        free.append(request)
    }

    private mutating func exponential(_ mean: Double) -> Double {
        let uniform = Double(random.next() >> 11) / Double(1 << 53)
        return mean == 0 ? 0 : -mean * logarithm(1 - uniform)
    }
}
