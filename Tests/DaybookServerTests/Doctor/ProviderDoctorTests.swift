import DaybookCore
import Foundation
import TestPostgres
import Testing

@testable import DaybookHost
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts

/// What `daybook doctor` says of identity providers and the secret key.
@Suite(.closing) struct ProviderDoctorTests {
    private func withFile(_ issuer: String, _ body: (Configuration) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = #"{"providers": [{"name": "home", "issuer": "\#(issuer)", "clientId": "daybook"}]}"#
        try Data(text.utf8).write(to: URL(filePath: folder + "/providers.json"))
        var configuration = Configuration()
        configuration.identityProviders = folder + "/providers.json"
        configuration.dataDirectory = folder
        try await body(configuration)
    }

    private func openProvider() throws -> TestProvider {
        let provider = try TestProvider(TestClock())
        atEnd { await provider.end() }
        return provider
    }

    @Test func aProviderThatAnswersIsGood() async throws {
        let provider = try openProvider()
        try await withFile(provider.issuer) { configuration in
            let findings = await Doctor.providerFindings(configuration)
            #expect(findings == [.good("identity", "home answers as \(provider.issuer), keys: 1")])
        }
    }

    @Test func aSlashTooManyIsNamed() async throws {
        let provider = try openProvider()
        try await withFile(provider.issuer + "/") { configuration in
            let finding = await Doctor.providerFindings(configuration).first
            #expect(finding?.grade == .failure)
            #expect(finding?.sentence.contains("another issuer") == true)
        }
    }

    @Test func aProviderThatIsNotThereIsTold() async throws {
        let provider = try openProvider()
        let issuer = provider.issuer
        await provider.end()
        try await withFile(issuer) { configuration in
            #expect(await Doctor.providerFindings(configuration).first?.sentence == "home cannot be reached")
        }
    }

    @Test func theSecretKeyIsLookedAtAndNotMade() async throws {
        try await withFile("https://id.example.org") { configuration in
            let path = SecretKey.path(configuration)
            #expect(Doctor.secretFinding(configuration).grade == .good)
            #expect(!FileManager.default.fileExists(atPath: path))
            _ = try SecretKey.settle(SecretKey.random().written, path)
            #expect(Doctor.secretFinding(configuration).grade == .good)
            chmod(path, 0o644)
            #expect(Doctor.secretFinding(configuration).grade == .failure)
        }
    }
}
