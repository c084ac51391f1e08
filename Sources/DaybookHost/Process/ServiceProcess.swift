import CLinux
import Glibc
import Reactor
import Synchronization

/// What a process can do with a service that it has started.
public struct RunningService: Sendable {
    let stop: @Sendable () async -> Void
    let reload: @Sendable () -> Void

    public init(stop: @escaping @Sendable () async -> Void, reload: @escaping @Sendable () -> Void) {
        self.stop = stop
        self.reload = reload
    }
}

/// Why a service did not start: one sentence for the operator, and the exit code that says what kind of reason it was.
public struct StartFailure: Error, Sendable {
    public let sentence: String
    public let code: ExitCode

    public init(_ sentence: String, _ code: ExitCode) {
        self.sentence = sentence
        self.code = code
    }
}

/// A process that serves until it is told to stop.
///
/// SIGTERM and SIGINT end it in order, the second of them at once; SIGHUP reads certificates again. Signals are taken
/// from a descriptor in the first reactor's loop, so nothing ever runs in a signal handler.
public enum ServiceProcess {
    /// Runs the calling thread's whole life as a server. Returns the exit code, and the failure if the service did not
    /// start.
    public static func run(
        _ configuration: Configuration, log: Log,
        _ start: @escaping @Sendable (ReactorGroup) async throws(StartFailure) -> RunningService
    ) -> (ExitCode, StartFailure?) {
        signal(SIGPIPE, SIG_IGN)
        raiseFileLimit()
        do {
            let signals = try StopSignals()
            let count = configuration.reactors > 0 ? configuration.reactors : Cores.usable()
            let reactors = try ReactorGroup(count: count)
            let life = Life(log: log)
            let first = reactors.reactors[0]
            first.execute { signals.watch(on: first) { life.received($0, on: first) } }
            life.begin(on: first) { () throws(StartFailure) in try await start(reactors) }
            let end = life.waitForEnd()
            log.flush()
            return end
        } catch {
            return (.failure, StartFailure("cannot start: \(error)", .failure))
        }
    }

    /// Each connection is a descriptor, and the usual soft limit of 1024 is for programs that use select.
    private static func raiseFileLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }
}

/// Where the process is between its start and its end.
private final class Life: Sendable {
    private enum Phase {
        case starting
        case serving(RunningService)
        case ending
    }

    private struct State {
        var phase = Phase.starting
        var start: Task<Void, Never>?
        var end: (ExitCode, StartFailure?)?
    }

    private let state = Mutex(State())
    private let log: Log
    private let finished = eventfd(0, Int32(EFD_CLOEXEC))

    init(log: Log) { self.log = log }

    func begin(on reactor: Reactor, _ start: @escaping @Sendable () async throws(StartFailure) -> RunningService) {
        let task = Task(executorPreference: reactor) { [self] in
            do throws(StartFailure) {
                let service = try await start()
                let goesOn = state.withLock { state in
                    if case .starting = state.phase {
                        state.phase = .serving(service)
                        return true
                    }
                    return false
                }
                // Told to stop while it started: what is there already has to end in order, too.
                if !goesOn { await end(service) }
            } catch {
                let wasTold = state.withLock { state in if case .ending = state.phase { true } else { false } }
                wasTold ? finish(.success, nil) : finish(error.code, error)
            }
        }
        state.withLock { $0.start = task }
    }

    func received(_ signal: Int32, on reactor: Reactor) {
        if signal == SIGHUP {
            if case .serving(let service) = state.withLock({ $0.phase }) { service.reload() }
            return
        }
        let (before, start) = state.withLock { state in
            let before = state.phase
            state.phase = .ending
            return (before, state.start)
        }
        switch before {
        case .ending:
            log.warning("stopping at once", .signal(signal))
            log.flush()
            _exit(128 + signal)
        case .starting:
            log.info("stopping before the start is complete", .signal(signal))
            start?.cancel()
        case .serving(let service):
            log.info("stopping", .signal(signal))
            Task(executorPreference: reactor) { await self.end(service) }
        }
    }

    private func end(_ service: RunningService) async {
        await service.stop()
        log.info("stopped")
        finish(.success, nil)
    }

    private func finish(_ code: ExitCode, _ failure: StartFailure?) {
        state.withLock { $0.end = (code, failure) }
        var one: UInt64 = 1
        write(finished, &one, 8)
    }

    /// Blocks the main thread, which has nothing else to do.
    func waitForEnd() -> (ExitCode, StartFailure?) {
        while true {
            if let end = state.withLock({ $0.end }) { return end }
            var count: UInt64 = 0
            read(finished, &count, 8)
        }
    }
}
