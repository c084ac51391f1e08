import DaybookHost
import HTTP

extension Configuration {
    /// Whether anyone who reaches the machine over a network may create an account: fine for a household on its own
    /// network, and a decision to be made on purpose anywhere else.
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
            check, "open to anyone who can reach this server over the network",
            advice:
                "Set DAYBOOK_REGISTRATION=invite and run: daybook invite create. If it should be open, set DAYBOOK_REGISTRATION=open."
        )
    }
}
