import Glibc
import TestWire

/// Runs a command of the system. (Foundation's Process reads past a buffer of its own, which AddressSanitizer stops
/// at.)
enum Command {
    static func run(_ words: String..., input: [UInt8] = []) throws -> (output: [UInt8], status: Int32) {
        try run(words, input: input)
    }

    /// Its output, and its exit status.
    static func run(_ words: [String], input: [UInt8]) throws -> (output: [UInt8], status: Int32) {
        var source: [Int32] = [0, 0]
        var sink: [Int32] = [0, 0]
        // Not inherited by what another test starts at the same time, or its end would never be seen here.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &source) == 0, socketpair(AF_UNIX, type, 0, &sink) == 0 else {
            throw Wire.Broken(description: "socketpair: \(errno)")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, source[0], 0)
        posix_spawn_file_actions_adddup2(&actions, sink[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var arguments = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let started = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        close(source[0])
        close(sink[1])
        defer { close(sink[0]) }
        guard started == 0 else {
            close(source[1])
            throw Wire.Broken(description: "\(words[0]): \(String(cString: strerror(started)))")
        }
        let output = exchange(input, to: source[1], from: sink[0])
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return (output, status >> 8 & 0xFF)
    }

    /// Writes and reads by turns, since either side may wait for the other.
    private static func exchange(_ input: [UInt8], to target: Int32, from origin: Int32) -> [UInt8] {
        // A process that has ended must not end this one.
        signal(SIGPIPE, SIG_IGN)
        _ = fcntl(target, F_SETFL, O_NONBLOCK)
        var output: [UInt8] = []
        var written = 0
        var isOpen = true
        while true {
            if isOpen, written == input.count {
                close(target)
                isOpen = false
            }
            var polled = [
                pollfd(fd: origin, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen ? target : -1, events: Int16(POLLOUT), revents: 0),
            ]
            poll(&polled, 2, -1)
            if polled[1].revents != 0 {
                let count = input.withUnsafeBytes { write(target, $0.baseAddress! + written, input.count - written) }
                written = count < 0 && errno != EAGAIN ? input.count : written + max(0, count)
            }
            guard polled[0].revents != 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(origin, &buffer, buffer.count)
            guard count > 0 else { break }
            output += buffer[..<count]
        }
        if isOpen { close(target) }
        return output
    }
}
