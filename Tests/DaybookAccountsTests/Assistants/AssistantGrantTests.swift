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

/// What a code and a refresh token are good for, how often and how long, and how they are given back.
@Suite(.closing) struct AssistantGrantTests {
    /// None of these changes anything, and the code is still good for whoever it is for.
    @Test func aCodeIsForWhoeverAsked() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let before = await AssistantScene.standing(anna)
        let code = try await applicant.code(from: AssistantScene.email)
        let other = try await Applicant.registered(house)
        let forged = code.dropLast(2) + (code.hasSuffix("AA") ? "BA" : "AA")
        for (items, status, error) in [
            (applicant.exchange(code, "code_verifier", other.verifier), 400, "invalid_grant"),
            (applicant.exchange(code, "code_verifier", applicant.challenge), 400, "invalid_grant"),
            (applicant.exchange(code, "code_verifier", "short"), 400, "invalid_request"),
            (applicant.exchange(code, "client_id", other.client), 400, "invalid_grant"),
            (applicant.exchange(code, "client_id", "nobody"), 401, "invalid_client"),
            (applicant.exchange(code, "redirect_uri", "http://127.0.0.1:4712/callback"), 400, "invalid_grant"),
            (applicant.exchange(code, "resource", "https://other.example/mcp"), 400, "invalid_target"),
            (applicant.exchange(code, "scope", "full"), 400, "invalid_scope"),
            (applicant.exchange(code, "grant_type", "password"), 400, "unsupported_grant_type"),
            (applicant.exchange(code, "code", String(forged)), 400, "invalid_grant"),
            (applicant.exchange(code, "code", "daybook_code_nonsense"), 400, "invalid_grant"),
            (applicant.exchange(code) + [("code", code)], 400, "invalid_request"),
            (applicant.refreshing(code), 400, "invalid_grant"), ([], 401, "invalid_client"),
        ] {
            let refused = await applicant.token(items)
            #expect(refused.status == status && refused.string("error") == error, "\(items): \(refused.text)")
            #expect(refused.field("cache-control") == "no-store")
        }
        #expect(await AssistantScene.standing(anna) == before)
        #expect(await applicant.token(applicant.exchange(code)).status == 200)
    }

    @Test func aCodeIsGoodOnce() async throws {
        let (_, _, applicant) = try await AssistantScene.begin()
        let code = try await applicant.code(from: AssistantScene.email)
        let first = await applicant.token(applicant.exchange(code))
        #expect(first.status == 200 && first.number("expires_in") == 3600)
        #expect(await applicant.knock(first.string("access_token")) == 200)
        // Who saw the code and not the verifier ends nothing by showing it.
        let seen = await applicant.token(
            applicant.exchange(code, "code_verifier", String(repeating: "x", count: 43)))
        #expect(seen.string("error") == "invalid_grant")
        #expect(await applicant.knock(first.string("access_token")) == 200)
        // Who has both is one of two, and nobody knows which of them it should be.
        let again = await applicant.token(applicant.exchange(code))
        #expect(again.status == 400 && again.string("error") == "invalid_grant")
        await eventually { await applicant.knock(first.string("access_token")) == 401 }
        let refreshed = await applicant.token(applicant.refreshing(first.string("refresh_token")))
        #expect(refreshed.string("error") == "invalid_grant")
    }

    @Test func ofTwoWhoBringACodeAtOnceOneComesIn() async throws {
        let (_, _, applicant) = try await AssistantScene.begin()
        let code = try await applicant.code(from: AssistantScene.email)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { await applicant.token(applicant.exchange(code)).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 400, 400, 400])
    }

    @Test func aCodeIsOverAfterAMinute() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let before = await AssistantScene.standing(anna)
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let code = try await applicant.code(from: AssistantScene.email)
        let left = try await house.database.read(
            of: account,
            "SELECT ends_at - created_at <= interval '1 minute' FROM assistant_grant WHERE account_id = \(account)")
        #expect(try left.first?.decode(0, as: Bool.self) == true)
        try await house.database.write(
            of: account,
            "UPDATE assistant_grant SET ends_at = now() - interval '1 second' WHERE account_id = \(account)")
        let late = await applicant.token(applicant.exchange(code))
        #expect(late.status == 400 && late.string("error") == "invalid_grant")
        #expect(await AssistantScene.standing(anna) == before)
    }

    /// Nothing that lets somebody in lies in the database.
    @Test func onlyDigestsAreStored() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let code = try await applicant.code(from: AssistantScene.email)
        let entry = await applicant.token(applicant.exchange(code))
        let stored = try await house.database.read(
            of: account, "SELECT assistant_grant::text FROM assistant_grant WHERE account_id = \(account)"
        ).decode(String.self).joined()
        for text in [code, entry.string("access_token"), entry.string("refresh_token")] {
            let secret = try #require(Base64URL.decode(text.suffix(86))).suffix(32)
            #expect(!stored.contains(Hexadecimal.text(Array(secret))))
        }
        #expect(!stored.contains("Claude") && !stored.contains("4711"))
    }

    @Test func anAccountWithoutRoomForADeviceLetsNobodyIn() async throws {
        let house = try await AssistantScene.open("read", ["DAYBOOK_DEVICES_PER_ACCOUNT": "1"])
        let anna = await house.claimed(AssistantScene.email).caller
        let before = await AssistantScene.standing(anna)
        let applicant = try await Applicant.registered(house)
        let refused = await applicant.token(applicant.exchange(try await applicant.code(from: AssistantScene.email)))
        #expect(refused.status == 400 && refused.string("error") == "invalid_grant")
        #expect(refused.string("error_description").contains("limit of devices"))
        #expect(await AssistantScene.standing(anna) == before)
    }

    @Test func aRefreshTokenIsAnotherAfterEachUse() async throws {
        let (house, _, applicant) = try await AssistantScene.begin()
        var (access, refresh) = try await applicant.letIn(by: AssistantScene.email)
        let other = try await Applicant.registered(house)
        let real = try #require(TokenText(refresh, prefix: AssistantGrants.refreshPrefix))
        let forged = TokenText(account: real.account, token: real.token).text(prefix: AssistantGrants.refreshPrefix)
        for (items, error) in [
            (other.refreshing(refresh), "invalid_grant"),
            (applicant.refreshing(refresh) + [("scope", "agent full")], "invalid_scope"),
            (applicant.refreshing(refresh).dropLast() + [("resource", "https://other.example/mcp")], "invalid_target"),
            (applicant.refreshing(access), "invalid_grant"), (applicant.refreshing(forged), "invalid_grant"),
        ] {
            let refused = await applicant.token(Array(items))
            #expect(refused.status == 400 && refused.string("error") == error, "\(refused.text)")
        }
        for _ in 0..<3 {
            let next = await applicant.token(applicant.refreshing(refresh))
            #expect(next.status == 200 && next.string("scope") == "agent")
            #expect(next.string("refresh_token") != refresh && next.string("access_token") != access)
            (access, refresh) = (next.string("access_token"), next.string("refresh_token"))
            #expect(await applicant.knock(access) == 200)
        }
    }

    @Test func aRefreshTokenThatComesAgainEndsItsFamily() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        let first = try await applicant.letIn(by: AssistantScene.email)
        let second = await applicant.token(applicant.refreshing(first.refresh))
        let access = second.string("access_token")
        #expect(await applicant.knock(access) == 200)
        let again = await applicant.token(applicant.refreshing(first.refresh))
        #expect(again.status == 400 && again.string("error") == "invalid_grant")
        await eventually { await applicant.knock(access) == 401 }
        let late = await applicant.token(applicant.refreshing(second.string("refresh_token")))
        #expect(late.string("error") == "invalid_grant")
        #expect(await !anna.get("/v1/devices").text.contains("Claude"))
    }

    /// The answer was lost on its way: who asks again with all that it has is answered the same, until that is used.
    @Test func aRefreshWhoseAnswerWasLostIsAnsweredAgain() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let (_, refresh) = try await applicant.letIn(by: AssistantScene.email)
        let lost = await applicant.token(applicant.refreshing(refresh))
        #expect(lost.status == 200)
        // Nobody else gets it by that, and the token itself opens no door.
        let other = try await Applicant.registered(house)
        #expect(await other.token(other.refreshing(refresh)).string("error") == "invalid_grant")
        let real = try #require(TokenText(refresh, prefix: AssistantGrants.refreshPrefix))
        let issued = try #require(TokenText(lost.string("access_token")))
        let forged = TokenText(account: real.account, token: issued.token, secret: real.secret).text
        #expect(await applicant.knock(forged) == 401)
        for _ in 0..<2 {
            let again = await applicant.token(applicant.refreshing(refresh))
            #expect(again.status == 200, "\(again.text)")
            for name in ["access_token", "refresh_token"] { #expect(again.string(name) == lost.string(name)) }
            #expect(1...3600 ~= again.number("expires_in"))
        }
        // It goes on from there like any, and two at once are no two hands.
        let next = await withTaskGroup(of: Applicant.Answer.self) { group in
            for _ in 0..<4 {
                group.addTask { await applicant.token(applicant.refreshing(lost.string("refresh_token"))) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(next.map { $0.string("access_token") }).count == 1 && next.allSatisfy { $0.status == 200 })
        #expect(await applicant.knock(next[0].string("access_token")) == 200)
        // Now it has arrived: whoever comes with the one before is somebody else.
        let late = await applicant.token(applicant.refreshing(lost.string("refresh_token")))
        #expect(late.status == 400 && late.string("error") == "invalid_grant")
        await eventually { await applicant.knock(next[0].string("access_token")) == 401 }
        #expect(await !anna.get("/v1/devices").text.contains("Claude"))
    }

    @Test(arguments: [true, false])
    func aRefreshTokenThatComesAgainTooLateEndsItsFamily(twoStepsBack: Bool) async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let (_, refresh) = try await applicant.letIn(by: AssistantScene.email)
        var last = await applicant.token(applicant.refreshing(refresh))
        if twoStepsBack {
            last = await applicant.token(applicant.refreshing(last.string("refresh_token")))
        } else {
            let grace = try await house.database.write(
                of: account,
                // A second, since the server's clock has only milliseconds of the database's.
                "UPDATE token SET prior_until = now() - interval '1 second' WHERE prior_until > now()")
            #expect(grace.affected == 1)
        }
        #expect(await applicant.token(applicant.refreshing(refresh)).string("error") == "invalid_grant")
        #expect(await applicant.token(applicant.refreshing(last.string("refresh_token"))).status == 400)
        #expect(await !anna.get("/v1/devices").text.contains("Claude"))
    }

    @Test func aRefreshTokenThatNobodyUsedForLongIsOver() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let (_, refresh) = try await applicant.letIn(by: AssistantScene.email)
        try await house.database.write(
            of: account,
            "UPDATE assistant_grant SET ends_at = now() - interval '1 second' WHERE account_id = \(account)")
        #expect(await applicant.token(applicant.refreshing(refresh)).string("error") == "invalid_grant")
    }

    @Test func whatIsGivenBackLetsNobodyIn() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let other = try await Applicant.registered(house)
        let full = try #require(anna.token)
        for byRefresh in [true, false] {
            let (access, refresh) = try await applicant.letIn(by: AssistantScene.email)
            let token = byRefresh ? refresh : access
            let foreign = await other.send("/oauth/revoke", [("token", token), ("client_id", other.client)])
            #expect(foreign.status == 400 && foreign.string("error") == "invalid_grant")
            for unknown in [full, "nonsense", "daybook_refresh_nonsense", String(access.dropLast(4)) + "AAAA"] {
                let answer = await applicant.send(
                    "/oauth/revoke", [("token", unknown), ("client_id", applicant.client)])
                #expect(answer.status == 200)
            }
            #expect(await applicant.knock(access) == 200)
            #expect(await anna.get("/v1/account").status == 200)
            for _ in 0..<2 {
                let answer = await applicant.send("/oauth/revoke", [("token", token), ("client_id", applicant.client)])
                #expect(answer.status == 200)
            }
            await eventually { await applicant.knock(access) == 401 }
            #expect(await applicant.token(applicant.refreshing(refresh)).string("error") == "invalid_grant")
        }
        #expect(await other.send("/oauth/revoke", [("token", "x")]).string("error") == "invalid_client")
        #expect(await other.send("/oauth/revoke", [("client_id", other.client)]).string("error") == "invalid_request")
    }
}
