import DaybookHost
import HTTP
import Postgres
import Reactor

/// Counts every answer and logs those that the configuration asks for. It is outside of everything that can change an
/// answer's status.
func observation(_ figures: RequestFigures, _ log: Log, _ logged: LoggedRequests) -> Filter {
    Filter(
        leave: { request, response in
            let duration = LoopTime.current() - request.arrivedAt
            figures.count(route: request.route?.index, request.method, response.status, duration)
            // Whoever asked to be kept waiting was not answered slowly.
            let isSlow = duration >= .seconds(1) && !response.isAwaited
            if logged != .none { log.answered(request, response.status, duration, isSlow, all: logged == .all) }
        },
        abandoned: { request in
            // The client has left; 499 is what proxies write for that.
            figures.count(
                route: request.route?.index, request.method, Status(499), LoopTime.current() - request.arrivedAt)
        })
}

extension Log {
    fileprivate func answered(
        _ request: Request, _ status: Status, _ duration: Duration, _ slow: Bool, all: Bool
    ) {
        // Readiness answers 503 by design, once per probe; the cause is logged where it arises.
        let failed = status.code >= 500 && status != .serviceUnavailable
        guard all || failed || slow || status == .serviceUnavailable else { return }
        let level: LogLevel = failed ? .error : slow ? .warning : .info
        guard records(level) else { return }
        let fields: [LogField] = [
            .request(request.id), .method(request.method), .status(Int(status.code)), .duration(duration),
        ]
        write("request answered", level, request.route.map { [.route($0)] + fields } ?? fields)
    }
}

/// Translates a failure of the database into the API's answers: its absence is 503 and temporary, any other failure is
/// our error.
func databaseProblems(_ log: Log) -> @Sendable (any Error, Request) -> Problem? {
    { error, request in (error as? PostgresError).flatMap { log.problem(of: $0, in: request) } }
}

extension Log {
    fileprivate func problem(of error: PostgresError, in request: Request) -> Problem? {
        switch error {
        case .unavailable, .connectionLost:
            return Problem(.databaseUnavailable, fields: ["retry-after": "1"])
        case .timedOut:
            warning("database too slow", .request(request.id))
            return Problem(.databaseTooSlow, fields: ["retry-after": "5"])
        case .server(let refusal):
            if error.isUnavailable { return Problem(.databaseUnavailable, fields: ["retry-after": "1"]) }
            if refusal.state == .queryCanceled {
                warning("database cancelled a statement", .request(request.id))
                return Problem(.databaseTooSlow, fields: ["retry-after": "5"])
            }
            self.error(
                "database refused a statement", .request(request.id), .sqlState(LoggedSQLState(refusal.state.code)))
            if refusal.state == .diskFull { return Problem(.storageFull, fields: ["retry-after": "60"]) }
            return nil
        case .cancelled, .decoding, .nullCharacter, .misuse:
            return nil
        }
    }
}
