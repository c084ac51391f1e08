import Glibc

/// How many cores this process may use: those it may run on, less what a container's quota leaves of them.
enum Cores {
    static func usable() -> Int {
        let online = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let allowed = (try? TextFile.read("/proc/self/status", limit: 65536)).flatMap(allowed) ?? online
        let quota = (try? TextFile.read("/sys/fs/cgroup/cpu.max", limit: 4096)).flatMap(quota) ?? allowed
        return max(1, min(online, allowed, quota))
    }

    /// From `Cpus_allowed_list: 0-3,8`.
    static func allowed(_ status: String) -> Int? {
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") }) else {
            return nil
        }
        var count = 0
        for part in line.dropFirst("Cpus_allowed_list:".count).trimmingSpaces().split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return nil }
            count += last - first + 1
        }
        return count > 0 ? count : nil
    }

    /// From `150000 100000`, the microseconds of work in each period; `max` means no quota. Half a core still needs a
    /// thread.
    static func quota(_ text: String) -> Int? {
        let parts = text.split(whereSeparator: \.isWhitespace).map { Int($0) }
        guard parts.count == 2, let work = parts[0], let period = parts[1], period > 0 else { return nil }
        return max(1, (work + period - 1) / period)
    }
}
