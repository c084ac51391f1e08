import DaybookHost

/// Checks everything that a service needs and says what to do about problems. Changes nothing.
public enum Doctor {
    public static func examine(_ sources: SettingSources) async -> Diagnosis {
        let resolved: ResolvedConfiguration
        do {
            resolved = try Configuration.resolve(sources)
        } catch {
            // Without a configuration there is nothing to hold the rest against.
            return Diagnosis(
                findings: error.findings.map {
                    .failure("configuration", $0, advice: "See docs/run/configuration.md, or `daybook help serve`.")
                })
        }
        let configuration = resolved.configuration
        var findings = configurationFindings(resolved)
        findings += await storageFindings(configuration)
        findings += await databaseFindings(configuration)
        findings.append(clockFinding())
        findings.append(zonesFinding())
        findings.append(openFilesFinding(configuration))
        findings += tlsFindings(configuration)
        findings.append(secretFinding(configuration))
        findings += privacyFindings(configuration)
        findings.append(registrationFinding(configuration))
        if let finding = rootFinding(configuration) { findings.append(finding) }
        findings += await providerFindings(configuration)
        if let finding = calendarFinding(configuration) { findings.append(finding) }
        findings += listenFindings(configuration)
        return Diagnosis(findings: findings)
    }

    private static func configurationFindings(_ resolved: ResolvedConfiguration) -> [Finding] {
        let check = "configuration"
        var findings = resolved.warnings.map {
            Finding.warning(check, $0, advice: "Correct the name, or unset the variable.")
        }
        if let path = resolved.filePath, let mode = FileMode(path), mode.isReadableByOthers,
            resolved.settings.contains(where: { $0.isSecretFromFile })
        {
            findings.append(
                .warning(
                    check, "every user of this machine can read the password in \(path)",
                    advice: "chmod 600 \(path)"))
        }
        let given = resolved.settings.count { $0.origin != .fallback }
        if findings.isEmpty {
            findings.append(.good(check, "valid; \(given) of \(resolved.settings.count) settings are set"))
        }
        return findings
    }
}

extension EffectiveSetting {
    fileprivate var isSecretFromFile: Bool {
        guard case .file = origin else { return false }
        return shown.contains("***") || shown == "(hidden)"
    }
}
