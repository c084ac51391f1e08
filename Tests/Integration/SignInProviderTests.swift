import Foundation
import TestPostgres
import Testing

@Suite(.closing) struct SignInProviderTests {
    private func settings(_ text: String) throws -> [String: String] {
        let folder = try openFolder()
        let file = folder.appending(path: "providers.json")
        try Data(text.utf8).write(to: file)
        return [
            "DAYBOOK_DATABASE_URL": try TestPostgres.shared.freshDatabase(),
            "DAYBOOK_SECRET_KEY": folder.appending(path: "secret.key").path,
            "DAYBOOK_IDENTITY_PROVIDERS": file.path,
        ]
    }

    @Test func theProvidersOfTheFileAreOffered() async throws {
        let file = #"{"providers": [{"name": "home", "issuer": "http://127.0.0.1:1", "clientId": "daybook"}]}"#
        let settings = try self.settings(file)
        let address = ["DAYBOOK_PUBLIC_URL": "https://todo.example.org"]
        let (program, port) = try await Program.serving(
            "daybook", ["serve", "--migrate"], settings.merging(address) { $1 })
        #expect(
            await Client.get("/v1/identity/providers", port)?.body
                == """
                {"passkeys":"https://todo.example.org",\
                "providers":[{"name":"home","title":"home","issuer":"http://127.0.0.1:1"}]}
                """)
        #expect(await Client.get("/v1/identity/callback?state=x&code=y", port)?.status == 410)
        #expect(await program.stop() == 0)
        let key = try #require(settings["DAYBOOK_SECRET_KEY"])
        let attributes = try FileManager.default.attributesOfItem(atPath: key)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == 32)

        let homeless = try await Program.run("daybook", ["serve", "--migrate"], settings)
        #expect(homeless.code == 78)
        #expect(homeless.complaints.contains("DAYBOOK_PUBLIC_URL"))
    }

    @Test func aMistakeInTheFileStopsTheStartAndIsNamed() async throws {
        let settings = try self.settings(#"{"providers": [{"name": "home", "clientSecret": "hunter2"}]}"#)
        let address = ["DAYBOOK_PUBLIC_URL": "https://todo.example.org"]
        let run = try await Program.run("daybook", ["serve", "--migrate"], settings.merging(address) { $1 })
        #expect(run.code == 78)
        #expect(run.complaints.contains("providers[0]: clientId is missing"))
        #expect(!run.complaints.contains("hunter2"))
    }
}
