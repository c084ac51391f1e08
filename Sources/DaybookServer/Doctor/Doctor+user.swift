import DaybookHost
import DaybookStore
import Glibc

extension Doctor {
    /// What to do about what this user may not look into.
    static let asTheServersUser = "Run this as the user who runs the server, or let this user in."

    /// Whether `serve`, started like this command, would keep running as root.
    static func rootFinding(_ configuration: Configuration) -> Finding? {
        let check = "user"
        guard geteuid() == 0 else { return nil }
        guard let name = configuration.user else {
            return .warning(
                check, "serve would keep running as root",
                advice: "Set DAYBOOK_USER to another user, or start serve as another user.")
        }
        guard let (user, _) = SystemUsers.find(name), user != 0 else {
            return .failure(
                check, "there is no unprivileged user \(name)", advice: "useradd --system \(name)")
        }
        return .good(check, "serve switches to \(name)")
    }
}
