import CCurl
import Glibc

/// Names of hosts.
package enum HostName {
    /// As DNS has it: `bücher.example` is `xn--bcher-kva.example` there. Nil where it is no name.
    package static func ascii(_ name: String) -> String? {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
        guard let made = ccurl_ascii_name(name) else { return nil }
        defer { free(made) }
        return String(cString: made)
    }
}
