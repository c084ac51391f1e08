import CLinux
import Glibc
import Synchronization

/// Runs asynchronous work to its end on the main thread's time, for commands that do one thing.
public enum Blocking {
    public static func run<Outcome: Sendable>(_ body: @escaping @Sendable () async -> Outcome) -> Outcome {
        let result = Result<Outcome>()
        Task { result.give(await body()) }
        return result.take()
    }

    private final class Result<Outcome: Sendable>: Sendable {
        private let value = Mutex<Outcome?>(nil)
        private let bell = eventfd(0, Int32(EFD_CLOEXEC))

        deinit { close(bell) }

        func give(_ outcome: Outcome) {
            value.withLock { $0 = outcome }
            var one: UInt64 = 1
            write(bell, &one, 8)
        }

        func take() -> Outcome {
            while true {
                if let outcome = value.withLock({ $0 }) { return outcome }
                var count: UInt64 = 0
                read(bell, &count, 8)
            }
        }
    }
}
