import DaybookHost
import HTTP

extension Configuration {
    /// Whether strangers can create accounts: registration is open, and the server listens beyond this machine or has a
    /// public address, where a proxy hands on to it.
    var isOpenToStrangers: Bool {
        registration == .open && (listen.contains { !$0.isLoopback } || publicURL.map { !$0.isOfThisMachine } ?? false)
    }

    /// The same, and nobody has decided that it should be so: fine for a household on its own network, and to be
    /// decided on purpose anywhere else.
    var isLeftOpenToStrangers: Bool { isOpenToStrangers && !registrationIsChosen }

    /// For the log of a start.
    func tellOfOpenDoor(_ log: Log) {
        guard isOpenToStrangers else { return }
        if registrationIsChosen {
            log.info("anyone who can reach this server can create an account", .reason("DAYBOOK_REGISTRATION=open"))
        } else {
            log.warning(
                "anyone who can reach this server can create an account",
                .reason(
                    "nobody has decided who may; set DAYBOOK_REGISTRATION=invite for people with an invitation, closed for nobody, or open for anyone as now"
                ))
        }
    }
}

extension ListenAddress {
    /// Whether only this machine reaches it.
    var isLoopback: Bool { IPAddress(host)?.isLoopback ?? false }
}

extension Doctor {
    static func registrationFinding(_ configuration: Configuration) -> Finding {
        let check = "registration"
        guard configuration.isOpenToStrangers else { return .good(check, "\(configuration.registration.rawValue)") }
        guard configuration.isLeftOpenToStrangers else {
            return .good(
                check, "open to anyone who can reach this server over the network, as DAYBOOK_REGISTRATION says")
        }
        return .warning(
            check, "open to anyone who can reach this server over the network, and nobody has decided so",
            advice:
                "Set DAYBOOK_REGISTRATION=invite and run: daybook invite create. Or set closed for nobody, or open for anyone as now."
        )
    }
}
