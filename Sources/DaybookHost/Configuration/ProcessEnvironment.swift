import Glibc

/// The environment this process was started with.
public enum ProcessEnvironment {
    /// Every variable. Read from /proc, where the whole of it can be had without a pointer; where /proc is missing, the
    /// known names are asked for one by one (and unknown ones cannot be warned of).
    public static func all() -> [String: String] {
        guard let bytes = try? TextFile.readBytes("/proc/self/environ", limit: 8 << 20) else { return known() }
        var environment: [String: String] = [:]
        for entry in bytes.split(separator: 0) {
            guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: entry[..<equals], as: UTF8.self)
            environment[name] = String(decoding: entry[(equals + 1)...], as: UTF8.self)
        }
        return environment
    }

    private static func known() -> [String: String] {
        var environment: [String: String] = [:]
        for variable in Setting.table.map(\.variable) + [Setting.fileVariable] {
            if let value = getenv(variable) { environment[variable] = String(cString: value) }
        }
        return environment
    }
}
