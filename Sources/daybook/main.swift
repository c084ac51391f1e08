import Glibc

// Our parent may have blocked signals, and a program inherits that: it could not be stopped.
var none = sigset_t()
sigemptyset(&none)
pthread_sigmask(SIG_SETMASK, &none, nil)
exit(Daybook.run(Array(CommandLine.arguments.dropFirst())).rawValue)
