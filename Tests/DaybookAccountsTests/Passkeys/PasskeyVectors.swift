import DaybookCore
import Foundation
import Testing

@testable import DaybookAccounts
@testable import DaybookHost

/// What independent clients answered: Tests/Fixtures/passkeys.json, written by passkeys.py beside it.
struct PasskeyVectors {
    struct Accepted {
        let name: String
        let registration: PasskeyRegistration
        let assertions: [PasskeyAssertion]
    }

    static let owner = (0..<16).map { UInt8($0) }

    let party: RelyingParty
    let challenge: String
    let passkeys: [Accepted]
    let refusedRegistrations: [(reason: String, given: PasskeyRegistration)]
    let refusedAssertions: [(reason: String, given: PasskeyAssertion)]

    init() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/passkeys.json").standardized
        let json = try JSONValue(json: Array(try Data(contentsOf: file)))
        party = try #require(WebAddress(json.text("origin") ?? "").flatMap { RelyingParty($0) })
        challenge = try #require(json.text("challenge"))
        passkeys = try (json.items("passkeys") ?? []).map { item in
            Accepted(
                name: item.text("name") ?? "", registration: try Self.registration(item["registration"]),
                assertions: try (item.items("assertions") ?? []).map { try Self.assertion($0) })
        }
        refusedRegistrations = try (json.items("refusedRegistrations") ?? []).map {
            ($0.text("reason") ?? "", try Self.registration($0["registration"]))
        }
        refusedAssertions = try (json.items("refusedAssertions") ?? []).map {
            ($0.text("reason") ?? "", try Self.assertion($0["assertion"]))
        }
    }

    func isOurs(_ challenge: String) -> Bool { challenge == self.challenge }

    private static func registration(_ json: JSONValue?) throws -> PasskeyRegistration {
        PasskeyRegistration(
            clientData: try bytes(json, "clientDataJSON"), attestationObject: try bytes(json, "attestationObject"))
    }

    private static func assertion(_ json: JSONValue?) throws -> PasskeyAssertion {
        PasskeyAssertion(
            credential: try bytes(json, "id"), owner: try bytes(json, "userHandle"),
            clientData: try bytes(json, "clientDataJSON"), authenticatorData: try bytes(json, "authenticatorData"),
            signature: try bytes(json, "signature"))
    }

    private static func bytes(_ json: JSONValue?, _ name: String) throws -> [UInt8] {
        try #require(json?.text(name).flatMap { Base64URL.decode($0) })
    }
}
