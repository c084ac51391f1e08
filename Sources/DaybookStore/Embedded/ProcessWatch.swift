import CLinux
import Glibc

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
