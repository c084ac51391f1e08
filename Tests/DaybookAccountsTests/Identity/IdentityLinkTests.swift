import DaybookCore
import Postgres
import Testing

@testable import DaybookAccounts
@testable import DaybookStore
@testable import TestAccounts

/// Linking identities to an account that is there already.
@Suite(.closing) struct IdentityLinkTests {
    private let desk: IdentityDesk

    init() async throws { desk = try await openIdentities() }

    /// The token of a new account that no identity leads to.
    private func account(_ desk: IdentityDesk) async throws -> String {
        try await desk.identities.registration.begin(NewAccount(), desk.clock.now).session.token.text
    }

    private func links(_ desk: IdentityDesk, _ token: String) async throws -> [JSONValue] {
        guard
            case .array(let links)? = try await desk.ask("GET", "/v1/account/identities", token: token).json[
                "identities"]
        else { return [] }
        return links
    }

    @Test func aLinkedIdentityLeadsToTheAccount() async throws {
        let owner = try await account(desk)
        let linked = try await desk.link(desk.provider.token(nonce: try await desk.nonce()), as: owner)
        #expect(linked.status == 201, "\(linked.text)")
        // Doing it again changes nothing.
        let again = try await desk.link(
            desk.provider.token(nonce: try await desk.nonce()), as: owner, proof: try await desk.proof())
        #expect(again.json == linked.json)
        #expect(try await links(desk, owner).count == 1)
        let signedIn = try await desk.signIn()
        #expect(signedIn.status == 200)
        #expect(try await links(desk, try #require(signedIn.token)) == [linked.json])
    }

    @Test func aLinkInABrowserIsForWhoeverBegan() async throws {
        let owner = try await account(desk)
        let begun = try await desk.ask("POST", "/v1/account/identities/home/authorization", token: owner).json
        let attempt = try #require(begun["attempt"]?.text)
        let page = try await desk.comeBack(try await desk.open(try #require(begun["url"]?.text)))
        let code = String(try #require(page.text.firstMatch(of: /<code>(.*)<\/code>/)?.1))
        let body = JSONValue.object([JSONMember("attempt", .string(attempt)), JSONMember("code", .string(code))])
        // Neither another account nor a sign-in can take it.
        let other = try await account(desk)
        #expect(try await desk.ask("POST", "/v1/account/identities", body, token: other).status == 410)
        #expect(try await desk.complete(attempt, code: code).status == 410)
        #expect(try await desk.ask("POST", "/v1/account/identities", body).status == 401)
        let linked = try await desk.ask("POST", "/v1/account/identities", body, token: owner)
        #expect(linked.status == 201, "\(linked.text)")
        let proven = JSONValue.object([
            JSONMember("attempt", .string(attempt)), JSONMember("code", .string(code)),
            JSONMember("proof", try await desk.proof()),
        ])
        #expect(try await desk.ask("POST", "/v1/account/identities", proven, token: owner).status == 410)
    }

    @Test func anIdentityLeadsToOneAccount() async throws {
        let first = try await desk.signIn()
        let owner = try await account(desk)
        let answer = try await desk.link(desk.provider.token(nonce: try await desk.nonce()), as: owner)
        #expect(answer.statusAndCode == "409 identity_taken")
        #expect(try await links(desk, owner).isEmpty)
        #expect(try await desk.signIn().account == first.account)
        #expect(try await desk.link(desk.provider.token(nonce: try await desk.nonce()), as: nil).status == 401)
    }

    @Test func theLastWayInStays() async throws {
        let first = try await desk.signIn()
        let token = try #require(first.token)
        let link = try #require(try await links(desk, token).first?["id"]?.text)
        #expect(
            try await desk.unlink(link, as: token, proof: try await desk.proof()).statusAndCode == "409 last_way_in")
        #expect(try await links(desk, token).count == 1)
        // An assistant is none.
        let signedIn = try await desk.signIn()
        let assistant = try #require(TokenText(signedIn.token ?? ""))
        try await desk.database.write(
            of: assistant.account,
            """
            UPDATE token SET scope = 'agent'
            WHERE account_id = \(assistant.account) AND token_id = \(assistant.token)
            """)
        #expect(
            try await desk.unlink(link, as: token, proof: try await desk.proof()).statusAndCode == "409 last_way_in")
        // Another device is a way in.
        _ = try await desk.signIn()
        let other = try await account(desk)
        #expect(try await desk.unlink(link, as: other).status == 404)
        #expect(try await desk.unlink("nonsense", as: token).status == 404)
        #expect(try await desk.unlink(link, as: token, proof: try await desk.proof()).status == 204)
        #expect(try await desk.unlink(link, as: token).status == 404)
        #expect(try await desk.count("identity") == 0)
        // The identity is free again.
        #expect(try await desk.signIn().account != first.account)
    }

    @Test func whoeverFoundThePhoneChangesNobodysWayIn() async throws {
        let first = try await desk.signIn()
        let token = try #require(first.token)
        let link = try #require(try await links(desk, token).first?["id"]?.text)
        _ = try await desk.signIn()
        let unproven = try await desk.unlink(link, as: token)
        #expect(unproven.status == 422, "\(unproven.text)")
        #expect(unproven.code == "proof_required")
        #expect(unproven.json["accepts"] == .array(["identityToken", "attempt"]))

        desk.provider.behave { $0.subject = "the finder" }
        let theirs = desk.provider.token(nonce: try await desk.nonce())
        #expect(try await desk.link(theirs, as: token).code == "proof_required")
        // Their own identity proves who they are, and that is not the owner.
        #expect(
            try await desk.link(theirs, as: token, proof: try await desk.proof()).statusAndCode == "403 proof_failed")
        #expect(try await desk.unlink(link, as: token, proof: try await desk.proof()).code == "proof_failed")
        #expect(try await links(desk, token).count == 1)
        let claimed = try await desk.ask(
            "POST", "/v1/account/claim",
            .object([
                JSONMember("email", "finder@example.org"), JSONMember("password", "seven bells and a whistle"),
            ]), token: token)
        #expect(claimed.code == "proof_required", "a password is a way in too")

        desk.provider.behave { $0.subject = "somebody" }
        let proof = try await desk.proof()
        #expect(try await desk.link(theirs, as: token, proof: proof).status == 201, "the owner may")
        #expect(try await links(desk, token).count == 2)
    }

    @Test func aDisabledAccountLetsNobodyIn() async throws {
        _ = try await desk.signIn()
        try await desk.database.write("UPDATE account SET disabled_at = now()")
        #expect(try await desk.signIn().statusAndCode == "403 account_disabled")
        #expect(try await desk.count("token") == 1)
    }
}
