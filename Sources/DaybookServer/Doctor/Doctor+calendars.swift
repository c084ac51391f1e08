import DaybookHost

extension Doctor {
    /// How calendar programs find the server of somebody who types an email address alone: two lines of DNS (RFC 6764),
    /// which are the operator's to make.
    static func calendarFinding(_ configuration: Configuration) -> Finding? {
        guard let address = configuration.publicURL, address.isSecure else { return nil }
        let authority = address.origin.dropFirst("https://".count)
        let host = authority.hasPrefix("[") ? authority : authority.prefix { $0 != ":" }
        // DNS knows names of hosts alone.
        guard !host.hasPrefix("["), host.contains(where: \.isLetter) else { return nil }
        let port = authority.dropFirst(host.count).dropFirst()
        return .good(
            "calendars",
            "programs that know DOMAIN alone find the server by these lines of its DNS: "
                + "_caldavs._tcp.DOMAIN. SRV 0 1 \(port.isEmpty ? "443" : port) \(host). "
                + "and _caldavs._tcp.DOMAIN. TXT \"path=/dav/\"")
    }
}
