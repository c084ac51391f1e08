import Foundation
import TestPostgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestAccounts

/// The operator's list of providers.
@Suite(.closing) struct ProviderFileTests {
    private func load(_ text: String, files: [String: [UInt8]] = [:]) throws -> ProviderFile {
        let folder = try openFolder().path
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/providers.json"))
        do {
            return try ProviderFile.load(folder + "/providers.json")
        } catch {
            throw ProviderFileError(error.sentence.replacing(folder + "/", with: ""))
        }
    }

    @Test func theExampleOfTheDocumentationIsRead() throws {
        let page = try String(contentsOf: root.appending(path: "docs/run/sign-in-providers.md"), encoding: .utf8)
        let example = page.split(separator: "\n").filter { $0.hasPrefix("       ") }.joined()
        let file = try load(example, files: ["home.secret": Array("secret\n".utf8)])
        let provider = try #require(file.providers.first)
        #expect(provider.name == "home")
        #expect(provider.title == "Our house")
        #expect(provider.issuer.text == "https://id.example.org")
        #expect(provider.audiences == ["daybook", "org.example.todo.app"])
        guard case .secret("secret") = provider.credentials else { return #expect(Bool(false), "another secret") }
        #expect(file.returnTo == ["todo://signed-in"])
    }

    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func applesEntryNeedsNoIssuer() throws {
        let entry = #"""
            {"providers": [{"name": "apple", "clientId": "web",
                "apple": {"team": "T", "key": "K", "keyFile": "key.p8"}}]}
            """#
        let file = try load(entry, files: ["key.p8": TestKey.elliptic.pem])
        #expect(file.providers.first?.issuer.text == "https://appleid.apple.com")
        #expect(file.providers.first?.title == "Apple")
        #expect(file.providers.first?.keepsRefreshToken == true)
        #expect(throws: ProviderFileError.self) { try load(entry, files: ["key.p8": TestKey.rsa.pem]) }
        #expect(throws: ProviderFileError.self) { try load(entry, files: ["key.p8": Array("no key".utf8)]) }
        #expect(throws: ProviderFileError.self) { try load(entry) }
    }

    @Test(arguments: [
        ("[]", "providers.json: the file: expected an object"),
        ("{}", "providers.json: the file: providers expected a list of objects"),
        (#"{"providers": [{"name": "a b"}]}"#, "providers[0]: name expected up to 32"),
        (#"{"providers": [{"name": "a"}]}"#, "providers[0]: clientId is missing"),
        (#"{"providers": [{"name": "a", "clientId": "c"}]}"#, "providers[0]: issuer expected the https address"),
        (
            #"{"providers": [{"name": "a", "clientId": "c", "issuer": "http://id.example.org"}]}"#,
            "issuer expected the https"
        ),
        (
            #"{"providers": [{"name": "a", "clientId": "c", "issuer": "https://id.example.org", "clientSecret": "s3cret"}]}"#,
            "providers[0]: clientSecret is no member known here"
        ),
        (
            #"{"providers": [{"name": "a", "clientId": "c", "issuer": "https://id.example.org", "clientSecretFile": "no"}]}"#,
            "no: No such file or directory"
        ),
        (#"{"providers": [], "providers": []}"#, "json_duplicate_name"),
        (#"{"providers": [], "returnTo": "x"}"#, "returnTo expected a list of texts"),
    ])
    func aMistakeIsNamedWithoutASecret(text: String, sentence: String) throws {
        let error = #expect(throws: ProviderFileError.self) { try load(text) }
        #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
        #expect(error?.sentence.contains("s3cret") == false)
    }

    @Test func twoOfOneNameAreAMistake() throws {
        let entry = #"{"name": "a", "clientId": "c", "issuer": "https://id.example.org"}"#
        #expect(throws: ProviderFileError.self) { try load("{\"providers\": [\(entry), \(entry)]}") }
        #expect(try load("{\"providers\": [\(entry)]}").providers.count == 1)
    }

    @Test(arguments: [
        ("https://id.example.org", "https://id.example.org"),
        ("https://id.example.org:8443/realms/home?x=1", "https://id.example.org:8443"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"), ("http://[::1]:80", "http://[::1]:80"),
        ("http://localhost/", "http://localhost"),
    ])
    func addressesThatMayBeCalled(text: String, origin: String) {
        #expect(WebAddress(text)?.origin == origin)
    }

    @Test(arguments: [
        "", "https://", "https://:80", "https://a:0", "https://a:65536", "https://a:+80", "https://a:", "ftp://a",
        "HTTPS://a", "http://a", "http://127.0.0.1.example.com", "http://127.0.0.1@example.com/", "http://localhost.",
        "https://a b", "https://a#b", "https://a\\b", "https://ä", "https://a\n", "http://[::1", "http://[::1]x/",
        "https://127.0.0.1:80:80", "http:/127.0.0.1",
    ])
    func addressesThatMayNot(text: String) {
        #expect(WebAddress(text) == nil)
    }
}
