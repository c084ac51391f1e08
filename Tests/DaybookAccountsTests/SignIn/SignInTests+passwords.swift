import Postgres
import TestWire
import Testing

@testable import TestService
@testable import TestStore

/// Passwords that are changed, and codes that replace them.
extension SignInTests {
    @Test func aPasswordIsChangedWithTheOldOneOrACodeAndOthersCanBeSentAway() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, codes, _) = await house.claimed("anna@example.org")
        let laptop = house.caller.with(await house.caller.post("/v1/login", login("anna@example.org")).string("token"))
        let wrong = await anna.put(
            "/v1/account/password", #"{"password":"not my password","newPassword":"eight bells and no whistle"}"#)
        #expect(wrong.status == 403 && wrong.code == "proof_failed")
        let missing = await anna.put("/v1/account/password", #"{"newPassword":"eight bells and no whistle"}"#)
        #expect(missing.status == 422 && missing.code == "proof_required")
        let changed = await anna.put(
            "/v1/account/password",
            #"{"password":"seven bells and a whistle","newPassword":"eight bells and no whistle","endOtherSessions":true}"#
        )
        #expect(changed.status == 204)
        #expect(await laptop.get("/v1/account/login").status == 401)
        #expect(await anna.get("/v1/account/login").status == 200)
        #expect(await house.caller.post("/v1/login", login("anna@example.org")).status == 401)
        let new = login("anna@example.org", "eight bells and no whistle")
        #expect(await house.caller.post("/v1/login", new).status == 200)
        // Whoever knew the old password may have made a sheet of codes of their own.
        let byOldCode = #"{"recoveryCode":"\#(codes[0])","newPassword":"nine bells and no whistle"}"#
        #expect(await anna.put("/v1/account/password", byOldCode).status == 403)
        #expect(await anna.get("/v1/account/login").number("recoveryCodesLeft") == 0)
        let renewed = await anna.post("/v1/account/recovery-codes", #"{"password":"eight bells and no whistle"}"#)
        let code = try #require(renewed.strings("recoveryCodes").first)
        let byCode = #"{"recoveryCode":"\#(code)","newPassword":"nine bells and no whistle"}"#
        #expect(await anna.put("/v1/account/password", byCode).status == 204)
        #expect(await anna.put("/v1/account/password", byCode).status == 403)
    }

    @Test func aRecoveryCodeLetsInOnceAndSetsAPassword() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, codes, _) = await house.claimed("anna@example.org")
        let typed = codes[3].lowercased().replacing("-", with: " ")
        let body =
            #"{"email":"anna@example.org","recoveryCode":"\#(typed)","newPassword":"eight bells and no whistle"}"#
        let statuses = await atOnce(0..<4) { _ in await house.caller.post("/v1/login", body).status }
        #expect(statuses.sorted() == [200, 401, 401, 401])
        let changed = login("anna@example.org", "eight bells and no whistle")
        #expect(await house.caller.post("/v1/login", changed).status == 200)
        #expect(await anna.get("/v1/account/login").number("recoveryCodesLeft") == 9)
        let renewed = await anna.post("/v1/account/recovery-codes", #"{"password":"eight bells and no whistle"}"#)
        #expect(renewed.status == 201 && Set(renewed.strings("recoveryCodes")).isDisjoint(with: codes))
        let old = #"{"email":"anna@example.org","recoveryCode":"\#(codes[5])"}"#
        #expect(await house.caller.post("/v1/login", old).status == 401)
        let new = #"{"email":"anna@example.org","recoveryCode":"\#(renewed.strings("recoveryCodes")[5])"}"#
        #expect(await house.caller.post("/v1/login", new).status == 200)
    }

    @Test func wrongPasswordsAndWrongCodesKeepNoRecoveryCodeOut() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, codes, _) = await house.claimed("anna@example.org")
        let block: Query =
            "UPDATE login_guard SET blocked_until = blocked_until + interval '1 hour' WHERE failures > 4"
        func code(_ code: String) -> String { #"{"email":"anna@example.org","recoveryCode":"\#(code)"}"# }
        for index in 0..<6 {
            _ = await house.caller.post("/v1/login", login("anna@example.org", "guess number \(index)"))
        }
        try await house.database.write(block)
        #expect(await house.caller.post("/v1/login", login("anna@example.org")).status == 429)
        for _ in 0..<12 {
            #expect(await house.caller.post("/v1/login", code("AAAA-AAAA-AAAA-AAAA")).status == 401)
        }
        #expect(await house.caller.post("/v1/login", code(codes[0])).status == 200)
        // It was the owner: the password counts again, too.
        #expect(await house.caller.post("/v1/login", login("anna@example.org")).status == 200)
        // As a proof before changes it is the same.
        for index in 0..<6 {
            _ = await anna.post("/v1/account/recovery-codes", #"{"password":"guess number \#(index)"}"#)
        }
        try await house.database.write(block)
        let password = #"{"password":"seven bells and a whistle"}"#
        #expect(await anna.post("/v1/account/recovery-codes", password).status == 429)
        let wrong = #"{"recoveryCode":"AAAA-AAAA-AAAA-AAAA"}"#
        for _ in 0..<6 { #expect(await anna.post("/v1/account/recovery-codes", wrong).status == 403) }
        let right = #"{"recoveryCode":"\#(codes[1])"}"#
        #expect(await anna.post("/v1/account/recovery-codes", right).status == 201)
        #expect(await anna.post("/v1/account/recovery-codes", password).status == 201)
    }
}
