import DaybookHost
import HTTP
import Reactor
import Synchronization

/// Whether requests can be served, asked of the database at most once a second however many probes there are.
public final class ReadinessProbe: Sendable {
    public enum Verdict: Sendable, Equatable {
        case ready
        case starting
        case draining
        case databaseUnavailable
        case schemaOutdated
        case keyReplaced
    }

    private struct State {
        var verdict = Verdict.starting
        var expires = LoopTime(nanoseconds: .min)
        var isAsking = false
        var isDraining = false
    }

    private let state = Mutex(State())
    private let log: Log
    private let ask: @Sendable () async -> Verdict

    static let lifetime = Duration.seconds(1)

    /// - Parameter ask: finds out; bounded in time by itself.
    init(log: Log, ask: @escaping @Sendable () async -> Verdict) {
        self.log = log
        self.ask = ask
    }

    /// From now on the server reports that it is not ready, so that load balancers look elsewhere.
    func drain() { state.withLock { $0.isDraining = true } }

    /// The result of at most a second ago. While one caller asks, the others get the last answer.
    func verdict() async -> Verdict {
        let now = LoopTime.current()
        let known: Verdict? = state.withLock { state in
            if state.isDraining { return .draining }
            if now < state.expires || (state.isAsking && state.verdict != .starting) { return state.verdict }
            state.isAsking = true
            return nil
        }
        if let known { return known }
        let found = await ask()
        let before = state.withLock { state in
            let before = state.verdict
            state.verdict = found
            state.expires = LoopTime.current() + Self.lifetime
            state.isAsking = false
            return before
        }
        if found != before { tell(found, after: before) }
        return found
    }

    private func tell(_ verdict: Verdict, after before: Verdict) {
        switch verdict {
        case .ready: if before != .starting { log.info("ready again") }
        case .databaseUnavailable: log.warning("not ready", .reason("the database cannot be reached"))
        case .schemaOutdated: log.warning("not ready", .reason("the schema is not the one that this version needs"))
        case .keyReplaced:
            log.error("not ready", .reason("the database now has a different secret key; restart this server"))
        case .starting, .draining: break
        }
    }
}

extension ReadinessProbe.Verdict {
    var response: Response {
        switch self {
        case .ready: .text("ready\n")
        case .starting: Self.problem("The server is starting")
        case .draining: Self.problem("The server is shutting down")
        case .databaseUnavailable: Self.problem("The database cannot be reached")
        case .schemaOutdated: Self.problem("The database's schema is not the one that this server needs")
        case .keyReplaced: Self.problem("The database has a different secret key than this server")
        }
    }

    private static func problem(_ detail: String) -> Response {
        Problem(.notReady, detail: detail, fields: ["retry-after": "1"]).response
    }
}
