import Foundation
import TestPostgres
import Testing

@testable import DaybookHost
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts

/// What `daybook doctor` says of identity providers and the secret key.
@Suite(.closing) struct ProviderDoctorTests {
    private func configured(_ issuer: String) throws -> Configuration {
        let folder = try openFolder().path
        let text = #"{"providers": [{"name": "home", "issuer": "\#(issuer)", "clientId": "daybook"}]}"#
        try Data(text.utf8).write(to: URL(filePath: folder + "/providers.json"))
        var configuration = Configuration()
        configuration.identityProviders = folder + "/providers.json"
        configuration.dataDirectory = folder
        return configuration
    }

    private func openProvider() throws -> TestProvider {
        let provider = try TestProvider(TestClock())
        atEnd { await provider.end() }
        return provider
    }

    @Test func aProviderThatAnswersIsGood() async throws {
        let provider = try openProvider()
        let configuration = try configured(provider.issuer)
        let findings = await Doctor.providerFindings(configuration)
        #expect(findings == [.good("identity", "home answers as \(provider.issuer), keys: 1")])
    }

    @Test func aSlashTooManyIsNamed() async throws {
        let provider = try openProvider()
        let configuration = try configured(provider.issuer + "/")
        let finding = await Doctor.providerFindings(configuration).first
        #expect(finding?.grade == .failure)
        #expect(finding?.sentence.contains("another issuer") == true)
    }

    @Test func aProviderThatIsNotThereIsTold() async throws {
        let provider = try openProvider()
        let issuer = provider.issuer
        await provider.end()
        let configuration = try configured(issuer)
        #expect(await Doctor.providerFindings(configuration).first?.sentence == "home cannot be reached")
    }

    @Test func theSecretKeyIsLookedAtAndNotMade() async throws {
        let configuration = try configured("https://id.example.org")
        let path = SecretKey.path(configuration)
        #expect(Doctor.secretFinding(configuration).grade == .good)
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try SecretKey.settle(SecretKey.random().written, path)
        #expect(Doctor.secretFinding(configuration).grade == .good)
        chmod(path, 0o644)
        #expect(Doctor.secretFinding(configuration).grade == .failure)
    }
}
