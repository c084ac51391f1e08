import Glibc

/// How many files and sockets the process may hold. Systems begin processes with 1,024, for the sake of programs that
/// know no more, and let those that do raise it.
enum DescriptorLimit {
    /// Raises the limit, as far as that is permitted, so that so many connections fit beside everything else.
    static func makeRoom(forConnections connections: Int) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        let wanted = min(rlim_t(clamping: connections) + 512, limit.rlim_max)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        setrlimit(resource, &limit)
    }
}
