import DaybookHost
import Glibc

// Our parent may have blocked signals, and a program inherits that: it could not be stopped.
var none = sigset_t()
sigemptyset(&none)
pthread_sigmask(SIG_SETMASK, &none, nil)
// Words that are no text would be kept as others than were typed.
for number in 1..<max(1, Int(CommandLine.argc)) {
    guard let word = CommandLine.unsafeArgv[number], String(validatingCString: word) == nil else { continue }
    exit(Terminal.end("argument \(number) is not UTF-8").rawValue)
}
exit(Daybook.run(Array(CommandLine.arguments.dropFirst())).rawValue)
