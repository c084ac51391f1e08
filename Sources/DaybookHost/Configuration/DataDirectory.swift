import Glibc

/// Where data goes unless told otherwise: the system's place for the superuser, the user's own for everybody else.
enum DataDirectory {
    static let usualInWords = "~/.local/share/daybook; for root /var/lib/daybook"

    static let usual: String = {
        if geteuid() == 0 { return "/var/lib/daybook" }
        if let data = value("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/daybook" }
        if let home = value("HOME"), home.hasPrefix("/") { return home + "/.local/share/daybook" }
        return "/var/lib/daybook"
    }()

    private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
