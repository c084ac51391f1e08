import CLinux
import Glibc
import Reactor

/// SIGTERM, SIGINT and SIGHUP as a descriptor that becomes readable.

final class StopSignals: Sendable {
    private let descriptor: Int32

    /// Blocks the signals for this thread and those it starts from here on, so make it first.
    init() throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("signalfd") }
    }

    /// Calls the body on the reactor's thread for every signal. For the life of the process.
    func watch(on reactor: Reactor, _ body: @escaping (Int32) -> Void) {
        let handler = Handler(descriptor, body)
        // Without a descriptor to spare nothing else would work either; the default actions are blocked, so say so.
        guard (try? reactor.watch(descriptor, for: .readable, handler: handler)) != nil else { return body(SIGTERM) }
    }

    private final class Handler: ReadinessHandler {
        let descriptor: Int32
        let body: (Int32) -> Void

        init(_ descriptor: Int32, _ body: @escaping (Int32) -> Void) {
            self.descriptor = descriptor
            self.body = body
        }

        func ready(_ readiness: Readiness) {
            var info = signalfd_siginfo()
            while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
                body(Int32(bitPattern: info.ssi_signo))
            }
        }
    }
}
