import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestService

/// The routes about logins, over sockets and a real PostgreSQL.
@Suite(.closing) struct SignInTests {
    private static let annas = #"{"email":"anna@example.org","password":"seven bells and a whistle"}"#

    func login(_ email: String, _ password: String = "seven bells and a whistle", more: String = "") -> String {
        #"{"email":"\#(email)","password":"\#(password)","deviceName":"Laptop"\#(more)}"#
    }

    @Test func anAccountIsClaimedAndEnteredFromAnotherDevice() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, codes, _) = await house.claimed("Anna@Example.org")
        #expect(codes.count == 10 && Set(codes).count == 10)
        let shown = await anna.get("/v1/account/login")
        #expect(shown.string("email") == "Anna@Example.org" && shown.number("recoveryCodesLeft") == 10)

        let entered = await house.caller.post("/v1/login", login(" anna@example.ORG "))
        #expect(entered.status == 200)
        #expect(entered.field("cache-control") == "no-store")
        #expect(entered.string("device.name") == "Laptop")
        #expect(entered["account.claimed"] == .bool(true))
        let laptop = house.caller.with(entered.string("token"))
        #expect(await laptop.get("/v1/account/login").string("email") == "Anna@Example.org")
    }

    @Test func anUnknownEmailIsAnsweredLikeAWrongPassword() async throws {
        let house = try await openHouse(cheapPasswords)
        _ = await house.claimed("anna@example.org")
        let wrong = await house.caller.post("/v1/login", login("anna@example.org", "eight bells and a whistle"))
        let unknown = await house.caller.post("/v1/login", login("berta@example.org"))
        #expect(wrong.status == 401 && wrong.code == "login_failed")
        let id = /"request_id":"[0-9a-f]+"/
        #expect(unknown.text.replacing(id, with: "") == wrong.text.replacing(id, with: ""))
        // Both are work: nobody answers before the hash is made.
        let cost = house.accounts.signIn.passwords.cost
        #expect(cost.memory == 8 << 20)
    }

    @Test func anEmailLeadsToOneAccountEvenIfManyWantItAtOnce() async throws {
        let (houses, _) = try await openHouses(2, cheapPasswords)
        var callers: [Caller] = []
        for index in 0..<8 { callers.append(await houses[index % 2].newcomer()) }
        let answers = await atOnce(callers) { caller in await caller.post("/v1/account/claim", Self.annas) }
        #expect(answers.filter { $0.status == 201 }.count == 1)
        #expect(answers.filter { $0.code == "email_taken" }.count == 7)
        #expect(try await houses[0].database.read("SELECT FROM login").count == 1)
    }

    @Test func aClaimIsMadeOnceAndItsEmailGoesBackWhenItFails() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, _, _) = await house.claimed("anna@example.org")
        let again = #"{"email":"other@example.org","password":"seven bells and a whistle"}"#
        #expect(await anna.post("/v1/account/claim", again).statusAndCode == "409 already_claimed")
        let berta = await house.newcomer()
        #expect(await berta.post("/v1/account/claim", again).status == 201)
        let weak = await house.newcomer().post(
            "/v1/account/claim", #"{"email":"c@example.org","password":"password123"}"#)
        #expect(weak.status == 422 && weak.code == "password_weak" && weak.string("reason") == "common")
        #expect(await house.newcomer().get("/v1/account/login").statusAndCode == "409 not_claimed")
    }

    @Test func whetherAnEmailIsTakenIsToldAFewTimesADay() async throws {
        let house = try await openHouse(cheapPasswords)
        _ = await house.claimed("anna@example.org")
        let stranger = await house.newcomer()
        var codes: [String] = []
        for _ in 0..<11 { codes.append(await stranger.post("/v1/account/claim", Self.annas).string("code")) }
        #expect(codes == Array(repeating: "email_taken", count: 10) + ["rate_limited"])
    }

    /// With as many accounts as somebody likes to begin.
    @Test func anAddressIsToldThirtyTimesADay() async throws {
        let house = try await openHouse(cheapPasswords)
        // The first question of the thirty.
        _ = await house.claimed("anna@example.org")
        var codes: [String] = []
        for _ in 0..<3 {
            let stranger = await house.newcomer()
            for _ in 0..<10 { codes.append(await stranger.post("/v1/account/claim", Self.annas).string("code")) }
        }
        #expect(codes == Array(repeating: "email_taken", count: 29) + ["rate_limited"])
    }

    @Test func guessesWaitAndAKnownDeviceDoesNot() async throws {
        let (houses, _) = try await openHouses(2, cheapPasswords)
        let (_, _, known) = await houses[0].claimed("anna@example.org")
        var answers: [Caller.Answer] = []
        for index in 0..<8 {
            let guess = login("anna@example.org", "guess number \(index)")
            answers.append(await houses[index % 2].caller.post("/v1/login", guess))
        }
        #expect(answers.prefix(5).allSatisfy { $0.status == 401 })
        // Waits of a second are over too soon for a test.
        let longer: Query =
            "UPDATE login_guard SET blocked_until = blocked_until + interval '1 hour' WHERE failures > 4"
        try await houses[0].database.write(longer)
        let refused = await houses[0].caller.post("/v1/login", login("anna@example.org", "one guess more"))
        #expect(refused.status == 429 && refused.field("retry-after") != nil)
        // The right password does not help a stranger, nor a proof that is none.
        #expect(await houses[0].caller.post("/v1/login", login("anna@example.org")).status == 429)
        let forged = login("anna@example.org", more: #","knownDevice":"\#(known.dropLast(4))AAAA""#)
        #expect(await houses[0].caller.post("/v1/login", forged).status == 429)
        let owner = login("anna@example.org", more: #","knownDevice":"\#(known)""#)
        #expect(await houses[1].caller.post("/v1/login", owner).status == 200)
        // It is the owner's proof for this account alone, and no endless supply of guesses either.
        let (_, _, others) = await houses[0].claimed("berta@example.org")
        let other = login("anna@example.org", more: #","knownDevice":"\#(others)""#)
        #expect(await houses[1].caller.post("/v1/login", other).status == 429)
        for index in 0..<5 {
            _ = await houses[0].caller.post(
                "/v1/login", login("anna@example.org", "guess \(index)", more: #","knownDevice":"\#(known)""#))
        }
        try await houses[0].database.write(longer)
        #expect(await houses[1].caller.post("/v1/login", owner).status == 429)
    }

    @Test func anAddressHasItsLimit() async throws {
        let house = try await openHouse(cheapPasswords.merging(["DAYBOOK_LOGINS_PER_ADDRESS": "3"]) { $1 })
        var statuses: [Int] = []
        for index in 0..<4 {
            statuses.append(await house.caller.post("/v1/login", login("a\(index)@example.org")).status)
        }
        #expect(statuses == [401, 401, 401, 429])
    }

    @Test func anEmailIsChangedAndTheOldOneIsFree() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, _, _) = await house.claimed("anna@example.org")
        _ = await house.claimed("berta@example.org")
        let taken = await anna.put(
            "/v1/account/email", #"{"email":"berta@example.org","password":"seven bells and a whistle"}"#)
        #expect(taken.status == 409 && taken.code == "email_taken")
        let moved = await anna.put(
            "/v1/account/email", #"{"email":"Anna@example.com","password":"seven bells and a whistle"}"#)
        #expect(moved.status == 204)
        #expect(await house.caller.post("/v1/login", login("anna@example.org")).status == 401)
        #expect(await house.caller.post("/v1/login", login("anna@example.com")).status == 200)
        #expect(await house.claimed("anna@example.org").codes.count == 10)
    }

    @Test func loggingOutEndsTheDevice() async throws {
        let house = try await openHouse(cheapPasswords)
        let somebody = await house.newcomer()
        #expect(await somebody.post("/v1/logout").status == 204)
        #expect(await somebody.post("/v1/logout").status == 401)
        #expect(try await house.database.read("SELECT FROM token").isEmpty)
    }

    @Test func aDearerPasswordIsMadeAtTheNextLogin() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let secret = SecretKey.random()
        let before = try await LiveHouse.open(url, cheapPasswords, secret: secret)
        let (anna, _, _) = await before.claimed("anna@example.org")
        #expect(anna.token != nil)
        await before.close()
        let after = try await LiveHouse.open(
            url, ["DAYBOOK_PASSWORD_MEMORY": "9MiB", "DAYBOOK_PASSWORD_PASSES": "2"], secret: secret)
        #expect(await after.caller.post("/v1/login", login("anna@example.org")).status == 200)
        let entered = await after.caller.post("/v1/login", login("anna@example.org"))
        let account = try #require(Identifier(entered.string("account.id")))
        let credential = try await after.accounts.signIn.credentials.credential(of: account)
        #expect(credential?.hash.cost == PasswordHash.Cost(memory: 9 << 20, passes: 2))
        await after.close()
    }

    @Test func bodiesThatAreNoneAreRefused() async throws {
        let house = try await openHouse(cheapPasswords)
        let bodies = [
            ("{}", 422), (#"{"email":"anna"}"#, 422), (#"{"email":"a@b.org"}"#, 422),
            (#"{"email":"a@b.org","password":1}"#, 422), (#"{"email":"a@b.org","recoveryCode":"short"}"#, 422),
            ("[]", 422), ("{", 400), ("", 400),
        ]
        for (body, status) in bodies {
            #expect(await house.caller.post("/v1/login", body).status == status, "\(body)")
        }
    }
}
