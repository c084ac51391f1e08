import DaybookHost
import Glibc

/// One installed PostgreSQL server: the folder of its programs.
package struct PostgresBinaries: Equatable, Sendable {
    static let oldest = 14

    package let folder: String
    package let major: Int

    var initdb: String { "\(folder)/initdb" }
    var postgres: String { "\(folder)/postgres" }

    /// The installed server to use: that of the cluster's own version, if there is a cluster, else the newest.
    package static func choose(
        for cluster: Int?, environment: [String: String], debianRoot: String = "/usr/lib/postgresql"
    ) throws(EmbeddedError) -> PostgresBinaries {
        let places = places(environment: environment, debianRoot: debianRoot)
        let found = places.compactMap(inspect)
        guard let newest = found.max(by: { $0.major < $1.major }) else { throw .binariesMissing(searched: places) }
        if let cluster {
            if let match = found.first(where: { $0.major == cluster }) { return match }
            throw .unsuitableBinaries(cluster: cluster, found: Set(found.map(\.major)).sorted())
        }
        guard newest.major >= oldest else { throw .binariesTooOld(version: newest.major, path: newest.folder) }
        // The first of the newest, so that an order of places means something.
        return found.first { $0.major == newest.major } ?? newest
    }

    /// Where servers are looked for: only in DAYBOOK_PG_BIN if it is set, else where Debian puts them and in the PATH.
    static func places(environment: [String: String], debianRoot: String) -> [String] {
        if let named = environment["DAYBOOK_PG_BIN"], !named.isEmpty { return [named] }
        let debian = ((try? Files.names(in: debianRoot)) ?? []).filter { Int($0) != nil }
            .sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(debianRoot)/\($0)/bin" }
        let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return (debian.isEmpty ? ["\(debianRoot)/*/bin"] : debian) + path
    }

    /// A folder counts when both programs are in it and the server names its version.
    private static func inspect(_ folder: String) -> PostgresBinaries? {
        guard access("\(folder)/initdb", X_OK) == 0, access("\(folder)/postgres", X_OK) == 0 else { return nil }
        // A Debian folder says its version itself; asking the program takes milliseconds of the start.
        let parts = folder.split(separator: "/")
        if parts.count >= 3, parts.last == "bin", parts[parts.count - 3] == "postgresql",
            let major = Int(parts[parts.count - 2])
        {
            return PostgresBinaries(folder: folder, major: major)
        }
        guard let major = askVersion("\(folder)/postgres").flatMap(parseVersion) else { return nil }
        return PostgresBinaries(folder: folder, major: major)
    }

    /// `postgres (PostgreSQL) 15.4 (Debian ...)`, `16beta1`, `17devel`.
    static func parseVersion(_ text: String) -> Int? {
        guard let mark = text.firstRange(of: "(PostgreSQL) ") else { return nil }
        return Int(text[mark.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }

    /// Its release, such as `15.4`; a version's releases differ in what they write and take.
    var release: String {
        let said = Self.askVersion(postgres) ?? ""
        guard let mark = said.firstRange(of: "(PostgreSQL) ") else { return "\(major)" }
        return String(said[mark.upperBound...].prefix { $0.isASCII && !$0.isWhitespace })
    }

    /// How the log packs whole pages, as it holds each page that is written first after a checkpoint: with `lz4` where
    /// this server was built with it. PostgreSQL's own way packs no better, and takes more time than all else that a
    /// change does (docs/house/storage.md).
    var logCompression: String { major >= 15 && accepts("wal_compression", "lz4") ? "lz4" : "on" }

    /// Asked without a cluster: the server reads what stands on its command line before it misses a cluster's settings,
    /// and says which of the two it does not like.
    private func accepts(_ setting: String, _ value: String) -> Bool {
        let said = Self.output(of: [postgres, "-C", setting, "-c", "\(setting)=\(value)", "-D", "/"])
        return said.map { $0.text.contains("postgresql.conf") && !$0.text.contains("invalid value") } ?? false
    }

    private static func askVersion(_ program: String) -> String? {
        guard let said = output(of: [program, "--version"]), said.status == 0 else { return nil }
        return said.text
    }

    private static func output(of command: [String]) -> (status: Int32?, text: String)? {
        var template = Array("/tmp/daybook-version-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { return nil }
        close(file)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        guard let child = try? ChildProcess(command, environment: [:], output: path) else { return nil }
        let status = child.wait()
        return (try? Files.text(path)).map { (status, $0) }
    }
}
