import DaybookCore

extension Doctor {
    /// The server's secret key: there and a secret, or about to be made.
    static func secretFinding(_ configuration: Configuration) -> Finding {
        let check = "secret key"
        let path = SecretKey.path(configuration)
        guard Files.exists(path) else { return .good(check, "none yet; the first start makes \(path)") }
        do throws(SecretKeyError) {
            _ = try SecretKey.load(path)
            return .good(check, "\(path) is there; it belongs into the backup")
        } catch {
            return .failure(check, "\(error)", advice: "Nobody can sign in with another key; see DAYBOOK_SECRET_KEY.")
        }
    }

    /// Asks each identity provider what the service would ask.
    static func providerFindings(_ configuration: Configuration) async -> [Finding] {
        let check = "identity"
        let file: ProviderFile
        do throws(ProviderFileError) { file = try ProviderFile.load(configuration) } catch {
            return [.failure(check, error.sentence, advice: "See docs/sign-in-providers.md.")]
        }
        var findings: [Finding] = []
        for provider in file.providers {
            let connection = ProviderConnection(provider, Outbound()) { .now() }
            do throws(ProviderTrouble) {
                let keys = try await connection.keys(at: .now())
                findings.append(
                    keys.isEmpty
                        ? .failure(
                            check, "\(provider.name) publishes no key that can be used here",
                            advice: "Let it sign with RS256, PS256, ES256, ES384 or EdDSA.")
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
                    "Compare \(address) with the file; the issuer must be the same to the letter, a slash at its end too."
            )
        case .unreachable, .refused:
            .failure(
                check, "\(provider.name) cannot be reached", advice: "Try: curl -v \(address)")
        }
    }
}
