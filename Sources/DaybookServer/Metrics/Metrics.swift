import DaybookHost
import HTTP
import Postgres
import Reactor
import Synchronization

/// All figures of the service, as one page for Prometheus.
public final class Metrics: Sendable {
    let requests: RequestFigures
    let reactors: ReactorGroup
    private let ofCapabilities = Mutex<[@Sendable () async -> CapabilityFigures]>([])

    init(_ reactors: ReactorGroup) {
        self.reactors = reactors
        requests = RequestFigures(reactors)
    }

    /// Further figures of the page, asked for anew at every scrape.
    func add(_ figures: @escaping @Sendable () async -> CapabilityFigures) {
        ofCapabilities.withLock { $0.append(figures) }
    }

    func page(routes: [Route], http: HTTPStatistics, database: DatabaseStatistics?) async -> [UInt8] {
        var page = Exposition()
        await page.putRequests(requests.collect(), routes)
        page.put(http)
        page.put(reactors, routes)
        if let database { page.put(database) }
        for figures in ofCapabilities.withLock({ $0 }) { await figures()(&page) }
        page.put(ProcessFigures.current())
        return page.bytes
    }
}

extension Exposition {
    mutating func putRequests(_ endpoints: [RequestFigures.Endpoint], _ routes: [Route]) {
        func pattern(_ endpoint: RequestFigures.Endpoint) -> String {
            guard let route = endpoint.route, route < routes.count else { return "(unmatched)" }
            return routes[route].pattern
        }
        begin("daybook_http_requests_total", .counter, "Responses, by route, method and status.")
        for endpoint in endpoints {
            for (code, count) in endpoint.figures.statuses.sorted(by: { $0.code < $1.code }) {
                sample(count, ["method": endpoint.method.text, "route": pattern(endpoint), "status": "\(code)"])
            }
        }
        begin("daybook_http_request_duration_seconds", .histogram, "Time from a request's header to its answer.")
        for endpoint in endpoints {
            histogram(
                bounds: RequestFigures.bounds, counts: endpoint.figures.buckets, sum: endpoint.figures.seconds,
                ["method": endpoint.method.text, "route": pattern(endpoint)])
        }
    }

    mutating func put(_ http: HTTPStatistics) {
        single("daybook_http_connections", .gauge, "Open connections of clients.", http.openConnections)
        single("daybook_http_requests_in_flight", .gauge, "Requests being answered.", http.requestsInFlight)
        single(
            "daybook_http_held_bytes", .gauge, "Memory held for clients that are slower than the server.",
            http.heldBytes)
        single("daybook_http_connections_accepted_total", .counter, "Connections accepted.", http.acceptedConnections)
        single(
            "daybook_http_connections_refused_total", .counter,
            "Connections closed at once because a limit was reached.",
            http.refusedConnections)
        single(
            "daybook_http_messages_refused_total", .counter, "Messages that were not valid HTTP (RFC 9112).",
            http.refusedMessages)
        single(
            "daybook_http_timeouts_total", .counter, "Connections closed because the client was too slow.",
            http.timeouts
        )
        single("daybook_http_read_bytes_total", .counter, "Bytes received from clients.", http.bytesRead)
        single("daybook_http_written_bytes_total", .counter, "Bytes sent to clients.", http.bytesWritten)
    }

    mutating func put(_ reactors: ReactorGroup, _ routes: [Route]) {
        begin("daybook_reactor_busy_seconds_total", .counter, "Time that a reactor spent working, not waiting.")
        for reactor in reactors.reactors { sample(reactor.statistics.busySeconds, ["reactor": "\(reactor.index)"]) }
        begin(
            "daybook_reactor_turn_seconds", .histogram,
            "Length of a reactor's turns; a request that is ready waits for one turn at most.")
        for reactor in reactors.reactors {
            histogram(
                bounds: ReactorStatistics.bounds, counts: reactor.statistics.turns,
                sum: reactor.statistics.busySeconds, ["reactor": "\(reactor.index)"])
        }
        putSlowJobs(reactors, routes)
    }

    private mutating func putSlowJobs(_ reactors: ReactorGroup, _ routes: [Route]) {
        var sums: [String: SlowJobs.Figures] = [:]
        for reactor in reactors.reactors {
            for (cause, figures) in reactor.statistics.slowJobs.figures {
                let route = cause.flatMap { routes.indices.contains($0) ? routes[$0].pattern : nil } ?? "(background)"
                sums[route, default: SlowJobs.Figures()].add(figures)
            }
        }
        let sorted = sums.sorted { $0.key < $1.key }
        begin(
            "daybook_reactor_slow_jobs_total", .counter,
            "Jobs that blocked a reactor for 20 ms or more, by route.")
        for (route, figures) in sorted { sample(figures.count, ["route": route]) }
        begin("daybook_reactor_slow_job_seconds_total", .counter, "How long these jobs blocked a reactor.")
        for (route, figures) in sorted { sample(figures.seconds, ["route": route]) }
        begin("daybook_reactor_slow_job_longest_seconds", .gauge, "The longest of these jobs since the start.")
        for (route, figures) in sorted { sample(figures.longest, ["route": route]) }
    }

    mutating func put(_ database: DatabaseStatistics) {
        begin("daybook_database_connections", .gauge, "Open connections to PostgreSQL, by use.")
        sample(database.leasedConnections, ["use": "transaction"])
        sample(max(0, database.openConnections - database.leasedConnections), ["use": "shared"])
        single("daybook_database_waiting", .gauge, "Callers waiting for a connection.", database.waiting)
        single(
            "daybook_database_answer_bytes", .gauge,
            "Memory held by results from PostgreSQL that are not processed yet.",
            database.answerBytes)
        single("daybook_database_connects_total", .counter, "Connections made.", database.connects)
        single(
            "daybook_database_connect_failures_total", .counter, "Connection attempts that failed.",
            database.connectFailures)
        single("daybook_database_connections_lost_total", .counter, "Connections that broke.", database.losses)
        single(
            "daybook_database_transaction_retries_total", .counter,
            "Transactions retried after a conflict with another.",
            database.retries)
        single(
            "daybook_database_unnamed_reactors", .gauge,
            "Reactors that stopped preparing statements, because a pooler lost what they had prepared.",
            Int(database.poolsWithoutNames))
        begin("daybook_database_errors_total", .counter, "Failed calls, by class of SQLSTATE or by Daybook's own word.")
        for (kind, count) in database.errors.sorted(by: { $0.key < $1.key }) { sample(count, ["class": kind]) }
        begin("daybook_database_query_duration_seconds", .histogram, "Time from a call to its result.")
        histogram(bounds: DatabaseStatistics.bounds, counts: database.latencies, sum: database.latencySeconds)
    }

    mutating func put(_ process: ProcessFigures) {
        begin("daybook_build_info", .gauge, "Always 1; the labels say which version runs.")
        sample(1, ["version": Version.number.description, "commit": Version.commit ?? ""])
        single(
            "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", process.residentBytes)
        single("process_virtual_memory_bytes", .gauge, "Virtual memory size in bytes.", process.virtualBytes)
        single(
            "process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.",
            process.cpuSeconds)
        single(
            "process_start_time_seconds", .gauge, "Start time of the process since unix epoch in seconds.",
            process.startTime)
        single("process_open_fds", .gauge, "Number of open file descriptors.", process.openFiles)
        single("process_max_fds", .gauge, "Maximum number of open file descriptors.", process.openFileLimit)
        single("process_threads", .gauge, "Number of threads.", process.threads)
    }
}
