import DaybookHost
import FoundationEssentials
import Glibc

/// The browser of whoever sits at this machine.
enum WebBrowser {
    /// Opens an address there. False where nothing does that: over SSH, on a machine without a screen.
    static func open(_ address: URL, _ environment: [String: String]) -> Bool {
        guard let program = program(environment) else { return false }
        // What it writes is about itself, and it stays when this command ends.
        return
            (try? ChildProcess([program, address.absoluteString], environment: environment, output: "/dev/null")) != nil
    }

    /// `BROWSER`, or what desktops have for it. That asks for a screen first, since it may also find a browser that
    /// draws in the terminal, where this command is.
    private static func program(_ environment: [String: String]) -> String? {
        if let wanted = environment["BROWSER"], let first = wanted.split(separator: ":").first {
            return executable(String(first), environment)
        }
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        return executable("xdg-open", environment)
    }

    private static func executable(_ name: String, _ environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return places.first { access($0, X_OK) == 0 }
    }
}
