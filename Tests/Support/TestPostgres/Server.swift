import Glibc

/// Which server there is and how it is run.
enum Server {
    /// Where Debian and others put the binaries, the newest version first.
    static let binaries: String = {
        if let given = getenv("DAYBOOK_TEST_POSTGRES_BIN") { return String(cString: given) }
        for version in stride(from: 30, through: 13, by: -1) {
            for folder in ["/usr/lib/postgresql/\(version)/bin", "/usr/pgsql-\(version)/bin"]
            where access(folder + "/postgres", X_OK) == 0 && access(folder + "/initdb", X_OK) == 0 {
                return folder
            }
        }
        return "/usr/local/bin"
    }()

    /// PostgreSQL refuses to run as root, so it gets another user then.
    static let user: (uid: uid_t, gid: gid_t)? = {
        guard getuid() == 0 else { return nil }
        for name in ["postgres", "nobody"] {
            if let entry = getpwnam(name) { return (entry.pointee.pw_uid, entry.pointee.pw_gid) }
        }
        return (65_534, 65_534)
    }()

    static var asUser: [String] {
        guard let user else { return [] }
        return ["--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups"]
    }

    /// SIGQUIT, which reaches the server when the thread that started it ends, makes it stop at once with its children.
    static func command(data: String) -> [String] {
        ["/usr/bin/setpriv"] + asUser + ["--pdeathsig", "QUIT", binaries + "/postgres", "-D", data]
    }

    static let version: String? = try? Keeper.run([binaries + "/postgres", "--version"])

    /// How a database is copied: servers from 15 on copy page by page unless they are told, which takes twice as long.
    static let copyStrategy: String = {
        let numbers = version?.split { !$0.isNumber }.compactMap { Int($0) } ?? []
        return numbers.first.map { $0 >= 15 } == true ? "STRATEGY file_copy" : ""
    }()

    static func initdb(data: String) -> [String] {
        let options = [
            "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync",
            "--no-instructions",
        ]
        let command = [binaries + "/initdb"] + options
        return asUser.isEmpty ? command : ["/usr/bin/setpriv"] + asUser + command
    }
}
