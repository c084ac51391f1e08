import CLinux
import Glibc
import Synchronization

/// The thread that starts processes, and never ends: Linux sends a child's death signal when the thread that started it
/// ends, and a pool's threads come and go.
enum Keeper {
    private struct Order: Sendable {
        let arguments: [String]
        let output: String
        let done: @Sendable (pid_t, Int32) -> Void
    }

    private static let orders = Mutex<[Order]>([])
    private static let bell: Int32 = {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                Keeper.work()
                return nil
            }, nil)
        return descriptor
    }()

    private static func work() {
        while true {
            var count: UInt64 = 0
            read(bell, &count, 8)
            let taken = orders.withLock { orders in
                let taken = orders
                orders = []
                return taken
            }
            for order in taken {
                let (pid, status) = launch(order.arguments, output: order.output)
                order.done(pid, status)
            }
        }
    }

    /// Starts a program on the keeper's thread; its output goes to a file.
    static func spawn(_ arguments: [String], output: String) throws -> pid_t {
        let answer = Answer()
        orders.withLock {
            $0.append(Order(arguments: arguments, output: output) { answer.give($0, $1) })
        }
        var one: UInt64 = 1
        write(bell, &one, 8)
        let (pid, status) = answer.take()
        guard status == 0 else { throw Trouble("cannot start \(arguments[0]): \(String(cString: strerror(status)))") }
        return pid
    }

    /// Runs a program to its end and returns what it wrote.
    static func run(_ arguments: [String]) throws -> String {
        let output = "\(Workspace.root)/\(Workspace.prefix)\(getpid())-output-\(UInt32.random(in: 0 ... .max))"
        defer { unlink(output) }
        let pid = try spawn(arguments, output: output)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1, errno == EINTR {}
        guard status == 0 else { throw Trouble("\(arguments.joined(separator: " ")): \(File.read(output))") }
        return File.read(output)
    }

    private static func launch(_ arguments: [String], output: String) -> (pid_t, Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A server that held another test's pipe open would keep its reader waiting for ever.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Apart from the terminal's interrupt, which is for the tests; and with no signal blocked or ignored.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        let settings = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
        let environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) }
        defer { for word in environment { free(word) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, arguments[0], &actions, &attributes, words + [nil], environment + [nil])
        return (pid, status)
    }

    /// A value another thread waits for.
    private final class Answer: Sendable {
        private let value = Mutex<(pid_t, Int32)?>(nil)
        private let bell = eventfd(0, Int32(EFD_CLOEXEC))

        deinit { close(bell) }

        func give(_ pid: pid_t, _ status: Int32) {
            value.withLock { $0 = (pid, status) }
            var one: UInt64 = 1
            write(bell, &one, 8)
        }

        func take() -> (pid_t, Int32) {
            var count: UInt64 = 0
            read(bell, &count, 8)
            return value.withLock { $0 } ?? (0, ECHILD)
        }
    }
}
