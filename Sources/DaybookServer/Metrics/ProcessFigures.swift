import DaybookHost
import Glibc

/// The kernel's figures of this process.
struct ProcessFigures {
    var residentBytes = 0
    var virtualBytes = 0
    var cpuSeconds = 0.0
    /// Seconds since 1970.
    var startTime = 0.0
    var openFiles = 0
    var openFileLimit = 0
    var threads = 0

    /// Figures that /proc does not give are 0.
    static func current() -> ProcessFigures {
        var figures = ProcessFigures()
        let page = sysconf(Int32(_SC_PAGESIZE))
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        // The second field is the program's name in parentheses and may hold anything; numbers follow the last one.
        if let stat = try? TextFile.read("/proc/self/stat", limit: 4096), let end = stat.lastIndex(of: ")") {
            let fields = stat[stat.index(after: end)...].split(separator: " ")
            // Counted from the state, which is field 3 of proc(5).
            func number(_ field: Int) -> Double { fields.count > field - 3 ? Double(fields[field - 3]) ?? 0 : 0 }
            figures.cpuSeconds = (number(14) + number(15)) / ticks
            figures.threads = Int(number(20))
            figures.virtualBytes = Int(number(23))
            figures.residentBytes = Int(number(24)) * page
            figures.startTime = bootTime + number(22) / ticks
        }
        figures.openFiles = countEntries("/proc/self/fd")
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        figures.openFileLimit = Int(clamping: limit.rlim_cur)
        return figures
    }

    /// When the machine began, by the kernel.
    static let bootTime: Double = {
        guard let stat = try? TextFile.read("/proc/stat", limit: 16 << 20),
            let line = stat.split(separator: "\n").first(where: { $0.hasPrefix("btime ") })
        else { return 0 }
        return Double(line.dropFirst(6)) ?? 0
    }()

    private static func countEntries(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Neither `.` and `..` nor the descriptor of this very reading.
        return max(0, count - 3)
    }
}
