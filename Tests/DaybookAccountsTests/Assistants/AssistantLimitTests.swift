import DaybookCore
import HTTP
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestService

/// What is too large, too much, or too many.
@Suite(.closing) struct AssistantLimitTests {
    @Test func whatIsHugeIsRefused() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let before = await AssistantScene.standing(anna)
        let huge = String(repeating: "x", count: 20_000)
        #expect(await applicant.register(#"{"client_name":"\#(huge)"}"#).status == 413)
        #expect(await applicant.decide([("email", huge), ("decision", "allow")]).status == 413)
        #expect(await applicant.token([("code", huge)]).status == 413)
        #expect(await applicant.send("/oauth/revoke", [("token", huge)]).status == 413)
        #expect(await applicant.open(applicant.question("nothing", huge)).status == 414)
        let many = (0..<60).map { ("p\($0)", "x") }
        #expect(await applicant.token(many).string("error") == "invalid_request")
        let deep = String(repeating: "[", count: 8_000)
        #expect(await applicant.register(#"{"redirect_uris":\#(deep)"#).string("error") == "invalid_client_metadata")
        let broken = await applicant.ask(
            "POST", "/oauth/token", type: "application/x-www-form-urlencoded", "grant_type=%zz")
        #expect(broken.string("error") == "invalid_request")
        #expect(await applicant.token(applicant.exchange("x", "client_id", String(huge.prefix(5_000)))).status == 401)
        #expect(await applicant.ask("POST", "/oauth/token", type: "text/plain", "x").status == 415)
        #expect(await AssistantScene.standing(anna) == before)
        #expect(try await house.database.read("SELECT 1 FROM assistant_grant").isEmpty)
    }
}
