import DaybookAPI
import DaybookHost
import Glibc
import Reactor

/// What is done when a command is told to end in the middle of writing a file.
enum Interruption {
    /// From here on SIGINT, SIGTERM and SIGHUP remove what is half written, say so and end the process with 128 and the
    /// signal's number. Called before any other thread begins, so that all of them leave the signals to this one.
    static func removesOutputs() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = QuietThread.run { [signals] in
            var signals = signals
            var signal: Int32 = 0
            while sigwait(&signals, &signal) != 0 {}
            OutputFile.abandonAll()
            Terminal.complain("\ndaybook: interrupted. No file was left behind.")
            _exit(128 + signal)
        }
    }
}
