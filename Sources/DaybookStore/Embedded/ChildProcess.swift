import CLinux
import DaybookHost
import Glibc

/// A program started by us, in a session of its own: a Ctrl-C at the terminal must reach only us, or PostgreSQL would
/// be gone before the last request is answered.
struct ChildProcess {
    let id: pid_t

    /// Starts a program with nothing of ours but what is named: no signal mask, no handlers, no environment, and no
    /// open file beside the three standard ones. Files that our own parent left open would otherwise stay open as long
    /// as PostgreSQL runs.
    init(
        _ command: [String], environment: [String: String], input: String = "/dev/null", output: String
    ) throws(FileError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // The user that the program runs as may not be able to enter the folder that we were started in.
        posix_spawn_file_actions_addchdir_np(&actions, "/")

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which glibc shows to GNU sources only
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))

        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for string in arguments + variables { free(string) }
        }
        var id = pid_t()
        let status = posix_spawn(&id, command[0], &actions, &attributes, &arguments, &variables)
        guard status == 0 else { throw FileError(command[0], code: status) }
        self.id = id
    }

    /// Waits for its end. Answers its exit status, or nothing when a signal ended it.
    func wait() -> Int32? {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
}

/// A process to wait for, whether it is our child or not.
struct ProcessWatch: ~Copyable {
    let id: pid_t
    /// Becomes readable when the process ends; -1 where the kernel cannot tell.
    let descriptor: Int32

    init(_ id: pid_t) {
        self.id = id
        descriptor = daybook_pidfd_open(id)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether it has ended. This also reaps a child of ours.
    var hasEnded: Bool {
        var status: Int32 = 0
        if waitpid(id, &status, WNOHANG) == id { return true }
        return kill(id, 0) != 0 && errno == ESRCH
    }

    /// Whether it has ended, also where its parent has not laid it to rest yet: a dead process keeps its number until
    /// then.
    var runsNoMore: Bool {
        guard descriptor >= 0 else { return kill(id, 0) != 0 && errno == ESRCH }
        var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&end, 1, 0) == 1
    }

    /// Waits until the process ends, one of the other descriptors is readable, or the time is over; says which of the
    /// others are.
    func wait(beside others: [Int32] = [], milliseconds: Int32) -> [Bool] {
        var descriptors = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Without pidfd_open, looking is all there is.
        let limit = descriptor >= 0 ? milliseconds : min(20, milliseconds)
        descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        poll(&descriptors, nfds_t(descriptors.count), limit)
        return descriptors.dropLast().map { $0.revents != 0 }
    }
}
