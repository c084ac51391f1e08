/// A setting's effective text, fit to be shown, and where it came from.
public struct EffectiveSetting: Sendable {
    public let setting: Setting
    /// Without secrets.
    public let shown: String
    public let origin: SettingOrigin
}

/// The outcome of reading every source.
public struct ResolvedConfiguration: Sendable {
    public let configuration: Configuration
    public let settings: [EffectiveSetting]
    public let filePath: String?
    /// Settings that were ignored but are likely a mistake.
    public let warnings: [String]
}

extension Configuration {
    /// Flags over environment over file over defaults. An empty text counts as not given, so that a compose file may
    /// pass on variables nobody has set.
    public static func resolve(_ sources: SettingSources) throws(ConfigurationError) -> ResolvedConfiguration {
        var sources = sources
        try sources.readFile()
        var configuration = Configuration()
        var effective: [EffectiveSetting] = []
        var findings: [String] = []
        for setting in Setting.table {
            let (text, origin) = sources.text(of: setting)
            if setting.apply(text, &configuration) {
                effective.append(EffectiveSetting(setting: setting, shown: setting.show(text), origin: origin))
                if setting.name == "registration" { configuration.registrationIsChosen = origin != .fallback }
            } else {
                findings.append("\(sources.place(of: setting, origin)): expected \(setting.expectation)")
            }
        }
        if findings.isEmpty { findings = configuration.contradictions }
        guard findings.isEmpty else { throw ConfigurationError(findings) }
        return ResolvedConfiguration(
            configuration: configuration, settings: effective, filePath: sources.filePath,
            warnings: sources.unknownVariables)
    }

    /// Settings that are valid alone but not together.
    private var contradictions: [String] {
        var findings: [String] = []
        if (tlsCertificate == nil) != (tlsKey == nil) {
            findings.append("DAYBOOK_TLS_CERTIFICATE and DAYBOOK_TLS_KEY: expected both or neither")
        }
        if proxyProtocol && trustedProxies.isEmpty {
            findings.append(
                "DAYBOOK_PROXY_PROTOCOL: expected DAYBOOK_TRUSTED_PROXIES to name the proxies that send it")
        }
        if case .separate(let address) = metrics, address.port != 0, listen.contains(address) {
            findings.append("DAYBOOK_METRICS: expected an address that DAYBOOK_LISTEN does not use")
        }
        if identityProviders != nil && publicURL == nil {
            findings.append(
                "DAYBOOK_IDENTITY_PROVIDERS: expected DAYBOOK_PUBLIC_URL, to which providers send browsers back")
        }
        return findings
    }
}

extension SettingSources {
    fileprivate func text(of setting: Setting) -> (String, SettingOrigin) {
        if let text = flags[setting.name] { return (text, .flag) }
        if let text = environment[setting.variable], !text.isEmpty { return (text, .environment) }
        if let entry = file.first(where: { $0.variable == setting.variable }), !entry.text.isEmpty {
            return (entry.text, .file(line: entry.line))
        }
        return (setting.fallback, .fallback)
    }

    fileprivate func place(of setting: Setting, _ origin: SettingOrigin) -> String {
        switch origin {
        case .flag: setting.flag
        case .environment: "\(setting.variable) (environment)"
        case .file(let line): "\(setting.variable) (\(filePath ?? "file"), line \(line))"
        case .fallback: "\(setting.variable) (default)"
        }
    }

    /// A misspelt variable would otherwise be a setting silently left at its default.
    fileprivate var unknownVariables: [String] {
        let known = Set(Setting.table.map(\.variable) + [Setting.fileVariable, Setting.patienceVariable])
        return environment.keys.filter { $0.hasPrefix("DAYBOOK_") && !known.contains($0) }.sorted().map { name in
            let near = Spelling.nearest(to: name, among: known.sorted())
            return "ignoring the unknown environment variable \(name)"
                + (near.map { "; did you mean \($0)?" } ?? "")
        }
    }
}
