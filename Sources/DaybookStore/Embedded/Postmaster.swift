import DaybookHost
import Glibc

/// PostgreSQL's main process as its own file, postmaster.pid, describes it.
package struct Postmaster: Equatable, Sendable {
    package enum Status: String, Sendable { case starting, stopping, ready, standby }

    let process: pid_t
    let port: Int
    let socketFolder: String
    /// Nil while the file is not complete yet.
    package let status: Status?

    /// Lines: process, data folder, start time, port, socket folder, listen address, shared memory, status.
    init?(parsing text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, let process = pid_t(first), process > 1 else { return nil }
        self.process = process
        port = lines.count > 3 ? Int(lines[3]) ?? 0 : 0
        socketFolder = lines.count > 4 ? String(lines[4]) : ""
        status = lines.count > 7 ? Status(rawValue: String(lines[7].trimmingSpaces())) : nil
    }

    /// What the file of a cluster says, if the process it names lives and is that cluster's.
    package static func running(in layout: ClusterLayout) -> Postmaster? {
        running(on: layout.data)
    }

    /// The same of any data folder: an upgrade that was killed leaves servers on those it made, too.
    static func running(on data: String) -> Postmaster? {
        guard let postmaster = described(in: ClusterLayout.processFile(of: data)), postmaster.isAlive(on: data)
        else { return nil }
        return postmaster
    }

    static func described(in file: String) -> Postmaster? {
        (try? Files.text(file)).flatMap(Postmaster.init(parsing:))
    }

    /// Process numbers are used again (in a container they begin at 1 each time), so the number alone proves nothing:
    /// the process must be a postgres that works in this very folder.
    func isAlive(on data: String) -> Bool {
        guard kill(process, 0) == 0 || errno == EPERM else { return false }
        guard let program = Files.link("/proc/\(process)/exe"), let folder = Files.link("/proc/\(process)/cwd") else {
            // One that has ended and was not laid to rest yet, or one that is not ours to look at.
            return Self.isUnseenPostgres(process)
        }
        let name = program.split(separator: "/").last ?? ""
        return name.hasPrefix("postgres") && folder == data
    }

    /// By /proc/N/stat, which anybody may read: `N (name) state ...`.
    private static func isUnseenPostgres(_ process: pid_t) -> Bool {
        guard let text = try? Files.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
            return false
        }
        let state = text[end...].dropFirst(2).first
        return text[..<end].hasSuffix("(postgres") && state != "Z" && state != "X"
    }
}
