import DaybookAPI
import DaybookAccounts
import DaybookHost
import DaybookStore
import Glibc
import Postgres

extension Doctor {
    /// Checks the server's secret key: it exists and only its owner can read it, or it is about to be made.
    static func secretFinding(_ configuration: Configuration) -> Finding {
        let check = "secret key"
        let path = SecretKey.path(configuration)
        if access(path, R_OK) != 0, errno == EACCES {
            return .failure(check, "this user may not read \(path)", advice: asTheServersUser)
        }
        do throws(SecretKeyError) {
            guard let key = try SecretKey.find(path) else {
                return .good(check, "none at \(path); the first start creates one")
            }
            return .good(check, "\(path), fingerprint \(KeyFingerprint(key).text); include it in your backups")
        } catch {
            return .failure(
                check, "\(error)", advice: "Users can sign in only with the right key; see DAYBOOK_SECRET_KEY.")
        }
    }

    /// Compares the key with the database, which knows which one it was made with.
    static func keyFinding(_ database: Database, _ configuration: Configuration) async -> Finding? {
        let check = "secret key"
        let path = SecretKey.path(configuration)
        let key: SecretKey?
        // What is wrong with the file itself is told beside this.
        do { key = try SecretKey.find(path) } catch { return nil }
        do {
            guard case .another(let wanted) = try await KeyStanding.of(key, in: database) else {
                return key == nil ? nil : .good(check, "is the one that the database uses")
            }
            let trouble: SecretKeyError =
                if let key {
                    .another(path: path, here: KeyFingerprint(key).text, wanted: wanted?.text)
                } else { .missing(path: path, wanted: wanted?.text) }
            return .failure(check, "\(trouble)", advice: "See docs/run/secret-key.md.")
        } catch {
            return .failure(check, "it could not be compared with the database", advice: "See the findings above.")
        }
    }

    /// The notice that the service would serve, where one is configured.
    static func privacyFindings(_ configuration: Configuration) -> [Finding] {
        guard configuration.privacyFile != nil else { return [] }
        do throws(PrivacyFileError) {
            _ = try PrivacyPage.load(configuration)
            return [.good("privacy", "the notice is served at /privacy")]
        } catch {
            return [.failure("privacy", "\(error)", advice: "See docs/run/privacy.md.")]
        }
    }

    /// Asks each identity provider what the service would ask.
    static func providerFindings(_ configuration: Configuration) async -> [Finding] {
        let check = "identity"
        let file: ProviderFile
        do throws(ProviderFileError) { file = try ProviderFile.load(configuration) } catch {
            return [.failure(check, error.sentence, advice: "See docs/run/sign-in-providers.md.")]
        }
        var findings: [Finding] = []
        for provider in file.providers {
            let connection = ProviderConnection(provider, Outbound()) { .now() }
            do throws(ProviderTrouble) {
                let keys = try await connection.keys(at: .now())
                findings.append(
                    keys.isEmpty
                        ? .failure(
                            check, "\(provider.name) publishes no key that Daybook can use",
                            advice: "Configure it to sign with RS256, PS256, ES256, ES384 or EdDSA.")
                        : .good(check, "\(provider.name) answers as \(provider.issuer), keys: \(keys.count)"))
            } catch {
                findings.append(finding(error, check, provider))
            }
        }
        return findings
    }

    private static func finding(_ trouble: ProviderTrouble, _ check: String, _ provider: Provider) -> Finding {
        let address = ProviderMetadata.address(of: provider.issuer)
        return switch trouble {
        case .unusable(let fault):
            .failure(
                check, "\(provider.name): \(fault.sentence)",
                advice:
                    "Compare \(address) with the file; the issuer must match exactly, including a slash at its end."
            )
        case .unreachable, .refused:
            .failure(check, "\(provider.name) cannot be reached", advice: "Try: curl -v \(address)")
        }
    }
}
