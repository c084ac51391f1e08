import Glibc

/// initdb takes seconds and a copy takes a tenth of one, so its result is kept beside the system's temporary files, per
/// user and version of the server.
enum Template {
    static func copy(to data: String) throws {
        let cache = "\(Workspace.root)/daybook-test-initdb-\(getuid())"
        mkdir(cache, 0o755)
        try Workspace.own(cache)
        // A lock of the kernel's: it goes when its holder does, however that ends.
        let lock = open(cache + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw Trouble("cannot lock \(cache)") }
        defer { close(lock) }
        flock(lock, LOCK_EX)

        guard let version = Server.version else { throw Trouble("no version of \(Server.binaries)/postgres") }
        let name = String(version.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
        let template = "\(cache)/\(name)"
        if access(template + "/PG_VERSION", R_OK) != 0 {
            let unfinished = template + ".new"
            File.removeTree(unfinished)
            File.removeTree(template)
            _ = try Keeper.run(Server.initdb(data: unfinished))
            guard rename(unfinished, template) == 0 else { throw Trouble("cannot keep \(template)") }
        }
        _ = try Keeper.run(["/bin/cp", "-a", "--reflink=auto", template, data])
    }
}

enum Workspace {
    /// A socket's path must fit into 107 bytes, which a deep TMPDIR would not leave.
    static let root: String = {
        guard let given = getenv("TMPDIR") else { return "/tmp" }
        let path = String(cString: given)
        return path.utf8.count <= 40 && access(path, W_OK) == 0 ? path : "/tmp"
    }()

    static let prefix = "daybook-test-pg-"

    static func make() throws -> String {
        var template = Array("\(root)/\(prefix)\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Trouble("cannot make a folder in \(root)") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try own(path)
        chmod(path, 0o755)
        return path
    }

    static func own(_ path: String) throws {
        guard let user = Server.user else { return }
        guard chown(path, user.uid, user.gid) == 0 else { throw Trouble("cannot give \(path) away") }
    }
}
