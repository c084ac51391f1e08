import DaybookHost
import HTTP

extension Configuration {
    /// Whether anybody who reaches the machine over a network may begin an account: fine for a household behind its own
    /// door, and a decision to be made on purpose anywhere else.
    var isOpenToTheNetwork: Bool { registration == .open && listen.contains { !$0.isLoopback } }
}

extension ListenAddress {
    /// Whether only this machine reaches it.
    var isLoopback: Bool { IPAddress(host)?.isLoopback ?? false }
}

extension Doctor {
    static func registrationFinding(_ configuration: Configuration) -> Finding {
        let check = "registration"
        guard configuration.isOpenToTheNetwork else { return .good(check, "\(configuration.registration.rawValue)") }
        return .warning(
            check, "open to everybody who reaches this server over the network",
            advice:
                "DAYBOOK_REGISTRATION=invite, and: daybook invite create. Or say open on purpose, behind a door of your own."
        )
    }
}
