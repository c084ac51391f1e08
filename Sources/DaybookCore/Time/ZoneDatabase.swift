#if !hasFeature(Embedded) && !canImport(Darwin)
import FoundationEssentials
import Glibc

/// The tz database of the machine: a compiled file for each zone (RFC 9636).
package struct ZoneDatabase: Sendable {
    private let folders: [String]
    /// Former names, which Debian keeps in a package of its own since 2024 while telephones go on telling them. The
    /// database's text has them all.
    private let formerNames: [String: String]

    /// Where systems keep it, and where TZDIR says.
    package static let system = ZoneDatabase(
        folders: (getenv("TZDIR").map { [String(cString: $0)] } ?? [])
            + ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"])

    package init(folders: [String]) {
        self.folders = folders
        var names: [String: String] = [:]
        for line in Self.contents("tzdata.zi", of: folders)?.split(separator: UInt8(ascii: "\n")) ?? []
        where line.first == UInt8(ascii: "L") {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            if words.count == 3 { names[words[2]] = words[1] }
        }
        formerNames = names
    }

    /// Whether the machine has one.
    package var isThere: Bool { file("Europe/London") != nil }

    /// Nil for what is no name of a zone.
    func file(_ name: String) -> [UInt8]? {
        guard Self.isName(name) else { return nil }
        return Self.contents(name, of: folders) ?? formerNames[name].flatMap { Self.contents($0, of: folders) }
    }

    private static func contents(_ name: String, of folders: [String]) -> [UInt8]? {
        for folder in folders {
            let path = "\(folder)/\(name)"
            guard access(path, R_OK) == 0, let data = try? Data(contentsOf: URL(filePath: path)) else { continue }
            return [UInt8](data)
        }
        return nil
    }

    /// Words of letters, digits, `_`, `-` and `+` with strokes between them, so that none leads out of the folder. The
    /// same zones with leap seconds, and the machine's own, have other names.
    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard name.utf8.count <= 64, let first = parts.first,
            !["posix", "right", "localtime", "posixrules"].contains(first)
        else { return false }
        return parts.allSatisfy { part in
            part.first?.isLetter ?? false
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                        UInt8(ascii: "+"):
                        true
                    default: false
                    }
                }
        }
    }
}
#endif
