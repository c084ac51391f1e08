import CLinux
import DaybookCore
import DaybookHost
import Glibc
import HTTP
import Reactor

/// Checks the machine: files, time, ports.
extension Doctor {
    static func diskFinding(_ path: String) -> Finding {
        let check = "disk"
        var volume = statvfs()
        guard statvfs(path, &volume) == 0 else {
            return .failure(
                check, "\(path): \(String(cString: strerror(errno)))",
                advice: "Choose another folder with DAYBOOK_DATA_DIR.")
        }
        let free = Int(clamping: volume.f_bavail) * Int(clamping: volume.f_frsize)
        let sentence = "\(free >> 20) MiB free at \(path)"
        if volume.f_flag & UInt(ST_RDONLY) != 0 {
            return .failure(check, "\(path) is on a read-only file system", advice: "Mount it writable.")
        }
        if volume.f_files > 0, volume.f_favail < 1000 {
            return .failure(
                check, "fewer than 1000 files can still be created at \(path)", advice: "Free some inodes there.")
        }
        if free < 128 << 20 {
            return .failure(check, sentence, advice: "Free some space: PostgreSQL stops writing when the disk is full.")
        }
        if free < 1 << 30 { return .warning(check, sentence, advice: "Free some space before it runs out.") }
        return .good(check, sentence)
    }

    /// The kernel knows whether anything synchronises its clock; if it does not say, the date has to be plausible.
    static func clockFinding() -> Finding {
        let check = "clock"
        // 2026-01-01: no running daybook can be older than its source.
        guard WallTime.now().microseconds > 1_767_225_600_000_000 else {
            return .failure(
                check, "this machine's date is earlier than the release of this program",
                advice: "Set the clock and keep it synchronized: timedatectl set-ntp true.")
        }
        var state = timex()
        guard adjtimex(&state) >= 0 else {
            return .good(check, "plausible; the kernel does not say whether it is synchronized")
        }
        if state.status & Int32(STA_UNSYNC) != 0 {
            return .warning(
                check, "the kernel reports that this machine's clock is not synchronized",
                advice: "Run chrony or systemd-timesyncd; for a container, run it on the host.")
        }
        return .good(check, "synchronized to within \(state.maxerror / 1000) ms")
    }

    static func zonesFinding(_ database: ZoneDatabase = .system) -> Finding {
        let check = "time zones"
        if database.isThere { return .good(check, "the system's tz database") }
        return .failure(check, Service.noZones, advice: "Install tzdata, or say in TZDIR where it is.")
    }

    static func openFilesFinding(_ configuration: Configuration) -> Finding {
        let check = "open files"
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // Beside the clients: database connections, listeners, logs, and files being read.
        let needed = configuration.connections + configuration.databaseConnections + 64
        let allowed = Int(clamping: limit.rlim_max)
        guard allowed < needed else { return .good(check, "\(allowed) allowed, at most \(needed) needed") }
        return .warning(
            check, "\(allowed) allowed, but DAYBOOK_CONNECTIONS=\(configuration.connections) may need \(needed)",
            advice:
                "Raise the limit (LimitNOFILE=\(needed) in systemd, ulimit -n elsewhere), or lower DAYBOOK_CONNECTIONS."
        )
    }

    static func listenFindings(_ configuration: Configuration) -> [Finding] {
        configuration.listen.map { address in
            let check = "listen"
            do {
                let reactors = try ReactorGroup(count: 1)
                defer { reactors.stop() }
                let server = try HTTPServer(
                    HTTPConfiguration(host: address.host, port: address.port), reactors: reactors
                ) { _ in Response(.ok) }
                try server.start()
                return .good(check, "\(address) is free")
            } catch HTTPServerError.addressInUse {
                return inUse(address, isTLS: configuration.tlsCertificate != nil)
            } catch HTTPServerError.notPermitted {
                return .failure(
                    check, "no permission to listen on \(address)",
                    advice: "Ports below 1024 need CAP_NET_BIND_SERVICE; behind a reverse proxy, choose a higher port.")
            } catch {
                return .failure(
                    check, "\(address): \(error)", advice: "Choose an address of this machine with DAYBOOK_LISTEN.")
            }
        }
    }

    private static func inUse(_ address: ListenAddress, isTLS: Bool) -> Finding {
        switch StatusProbe.get("/healthz", host: address.host, port: address.port) {
        case .status(200): .good("listen", "a running server answers /healthz on \(address)")
        case .notHTTP where isTLS: .good("listen", "a server that speaks TLS already uses \(address)")
        case .status, .notHTTP, .nobody:
            .failure(
                "listen", "another program uses \(address)",
                advice: "Find it with `ss -ltnp`, or choose another address with DAYBOOK_LISTEN.")
        }
    }
}
