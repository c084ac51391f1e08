import DaybookHost
import DaybookStore
import Glibc

extension Doctor {
    /// As whom `serve` would serve, where it would be started as we are.
    static func rootFinding(_ configuration: Configuration) -> Finding? {
        let check = "user"
        guard geteuid() == 0 else { return nil }
        guard let name = configuration.user else {
            return .warning(
                check, "started by root, serve would stay root",
                advice: "Name a user for it with DAYBOOK_USER, or start it as one.")
        }
        guard let (user, _) = SystemUsers.find(name), user != 0 else {
            return .failure(
                check, "there is no user \(name) without root's rights", advice: "useradd --system \(name)")
        }
        return .good(check, "serve becomes \(name)")
    }
}
