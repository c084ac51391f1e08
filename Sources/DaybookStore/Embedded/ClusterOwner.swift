import DaybookHost
import Glibc
import Synchronization

/// The user that PostgreSQL runs as: our own, or an unprivileged one if we are root.
struct ClusterOwner: Equatable, Sendable {
    let user: uid_t
    let group: gid_t
    let name: String
    /// We are another user, and may become the owner.
    let isAnother: Bool

    /// The owner of the cluster that is there already, else us, else (as root) `daybook` or `postgres`.
    static func choose(for layout: ClusterLayout, runner: uid_t = geteuid()) throws(EmbeddedError) -> ClusterOwner {
        let present: stat?
        do {
            present = try Files.status(layout.cluster, followingLink: false)
        } catch {
            throw EmbeddedError(error)
        }
        if let present, present.st_mode & S_IFMT != S_IFDIR { throw .notACluster(path: layout.cluster) }
        if let present, present.st_uid != 0 {
            guard runner == 0 || present.st_uid == runner else {
                throw .wrongOwner(
                    path: layout.cluster, owner: SystemUsers.name(of: present.st_uid),
                    runner: SystemUsers.name(of: runner))
            }
            return ClusterOwner(
                user: present.st_uid, group: present.st_gid, name: SystemUsers.name(of: present.st_uid),
                isAnother: present.st_uid != runner)
        }
        guard runner == 0 else {
            if present != nil {
                throw .wrongOwner(path: layout.cluster, owner: "root", runner: SystemUsers.name(of: runner))
            }
            return ClusterOwner(user: runner, group: getegid(), name: SystemUsers.name(of: runner), isAnother: false)
        }
        for name in ["daybook", "postgres"] {
            if let (user, group) = SystemUsers.find(name) {
                return ClusterOwner(user: user, group: group, name: name, isAnother: true)
            }
        }
        throw .noUnprivilegedUser
    }

    /// The command as the owner runs it.
    func command(_ command: [String]) throws(EmbeddedError) -> [String] {
        guard isAnother else { return command }
        for program in ["/usr/bin/setpriv", "/bin/setpriv"] where access(program, X_OK) == 0 {
            let options = ["--reuid=\(user)", "--regid=\(group)", "--init-groups", "--no-new-privs", "--"]
            return [program] + options + command
        }
        for program in ["/usr/sbin/runuser", "/sbin/runuser"] where access(program, X_OK) == 0 {
            return [program, "-u", name, "--"] + command
        }
        throw .cannotChangeUser
    }

    /// Makes a folder that is the owner's alone.
    func makeFolder(_ path: String) throws(EmbeddedError) {
        do throws(FileError) {
            try Files.makeFolder(path, mode: 0o700)
            guard let status = try Files.status(path, followingLink: false), status.st_mode & S_IFMT == S_IFDIR else {
                throw FileError(path, code: ENOTDIR)
            }
            if status.st_uid != user, isAnother, chown(path, user, group) != 0 { throw FileError(path) }
            if status.st_mode & 0o777 != 0o700, chmod(path, 0o700) != 0 { throw FileError(path) }
        } catch {
            throw EmbeddedError(error)
        }
    }
}

/// The system's users.
package enum SystemUsers {
    // The C library answers in one static buffer.
    private static let turn = Mutex<Void>(())

    package static func find(_ name: String) -> (user: uid_t, group: gid_t)? {
        turn.withLock { _ in
            getpwnam(name).map { ($0.pointee.pw_uid, $0.pointee.pw_gid) }
        }
    }

    static func name(of user: uid_t) -> String {
        turn.withLock { _ in
            getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user \(user)"
        }
    }
}
