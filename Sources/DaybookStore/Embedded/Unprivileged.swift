import CLinux
import DaybookHost
import Glibc

/// Switching to a user who may do nothing but serve.
///
/// Root is needed for two things, a port below 1024 and a key that nobody else may read, and both are over before the
/// first byte of a client is read. Everything after that, the database and every request, is done as a user without
/// rights.
package enum Unprivileged {
    /// Gives up root permanently, if this process is root and a user was named. The data folder becomes that
    /// user's.
    package static func become(_ name: String, dataDirectory: String) throws(StartFailure) {
        guard let (user, group) = SystemUsers.find(name), user != 0 else {
            throw StartFailure(
                "DAYBOOK_USER: this machine has no unprivileged user \(name)", .configuration)
        }
        try handOver(dataDirectory, to: name, user, group)
        // The groups first: afterwards there is no right to change them. Asked by root, each sets the saved identity,
        // too.
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(user) == 0 else {
            throw StartFailure("cannot become \(name): \(String(cString: strerror(errno)))", .failure)
        }
        guard setuid(0) != 0, geteuid() == user, getuid() == user else {
            throw StartFailure("root's rights could not be dropped", .failure)
        }
        // The kernel hides what /proc tells of a process that has changed its user, from the process itself, too.
        _ = daybook_set_dumpable()
    }

    /// A folder that is root's, with what is in it; one that is the user's already is not looked into, since by then
    /// the user could have laid links in it.
    private static func handOver(
        _ folder: String, to name: String, _ user: uid_t, _ group: gid_t
    ) throws(StartFailure) {
        do {
            try Files.makeFolder(folder, mode: 0o700)
            guard let status = try Files.status(folder, followingLink: false) else {
                throw FileError(folder, code: ENOENT)
            }
            if status.st_uid == user { return }
            let cluster = ClusterLayout(folder: folder).cluster
            for (path, present) in [(folder, status), (cluster, try Files.status(cluster, followingLink: false))] {
                guard let present, present.st_uid != 0, present.st_uid != user else { continue }
                throw StartFailure(
                    "\(path) belongs to \(SystemUsers.name(of: present.st_uid)), and DAYBOOK_USER is \(name); name that user, or run: "
                        + "chown -R \(name) \(folder)", .inputOutput)
            }
            let child = try ChildProcess(
                ["/bin/chown", "-R", "-h", "-P", "\(user):\(group)", folder], environment: [:], output: "/dev/null")
            guard child.wait() == 0, chmod(folder, 0o700) == 0 else { throw FileError(folder, code: EPERM) }
        } catch let error as FileError {
            throw StartFailure(
                "the owner of the data folder cannot be changed to \(name): \(error.path): \(error.sentence)",
                .inputOutput)
        } catch let failure as StartFailure {
            throw failure
        } catch {
            throw StartFailure("\(error)", .failure)
        }
    }
}
