import CLinux
import Glibc

/// A program started by us, in a session of its own: a Ctrl-C at the terminal must reach only us, or PostgreSQL would
/// be gone before the last request is answered.
package struct ChildProcess {
    package let id: pid_t

    /// Starts a program with nothing of ours but what is named: no signal mask, no handlers, no environment, and no
    /// open file beside the three standard ones. Files that our own parent left open would otherwise stay open as long
    /// as PostgreSQL runs.
    package init(
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
    package func wait() -> Int32? {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
}
