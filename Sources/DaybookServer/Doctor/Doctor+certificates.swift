import DaybookHost
import Glibc
import HTTP
import Reactor

/// Checks certificates: that they can be used, and for how long.
extension Doctor {
    static func tlsFindings(_ configuration: Configuration) -> [Finding] {
        guard let chain = configuration.tlsCertificate, let key = configuration.tlsKey else { return [] }
        let check = "tls"
        for path in [chain, key] where access(path, R_OK) != 0 && errno == EACCES {
            return [.failure(check, "this user may not read \(path)", advice: asTheServersUser)]
        }
        do {
            let reactors = try ReactorGroup(count: 1)
            defer { reactors.stop() }
            var probe = HTTPConfiguration(host: "127.0.0.1", port: 0)
            probe.tls = TLSFiles(certificateChain: chain, privateKey: key)
            // Reads and pairs them, as the service would; nothing listens.
            _ = try HTTPServer(probe, reactors: reactors) { _ in Response(.ok) }
        } catch {
            return [
                .failure(
                    check, "the certificate and key cannot be used: \(error)",
                    advice:
                        "Check DAYBOOK_TLS_CERTIFICATE=\(chain) and DAYBOOK_TLS_KEY=\(key): both must be readable PEM files that match."
                )
            ]
        }
        var findings: [Finding] = []
        if let mode = FileMode(key), mode.isReadableByOthers {
            findings.append(
                .warning(check, "every user of this machine can read the private key", advice: "chmod 600 \(key)"))
        }
        if let seconds = CertificateFile.secondsLeft(chain) {
            findings.append(lifeFinding(check, of: "the certificate and key match; it", seconds))
        }
        return findings
    }

    /// How long before its end a certificate is worth a warning: what renews it should have done so by then.
    static let shortLife = 14 * 86_400

    static func lifeFinding(_ check: String, of certificate: String, _ seconds: Int) -> Finding {
        let count = abs(seconds) / 86_400
        let days = count == 1 ? "a day" : "\(count) days"
        let renew = "Renew it; `serve` reads its own again on SIGHUP (systemctl reload daybook)."
        if seconds <= 0 { return .failure(check, "\(certificate) ended \(days) ago", advice: renew) }
        if seconds < shortLife { return .warning(check, "\(certificate) ends in \(days)", advice: renew) }
        return .good(check, "\(certificate) ends in \(days)")
    }
}
