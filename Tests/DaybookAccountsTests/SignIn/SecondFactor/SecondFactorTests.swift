import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestService

/// Codes beside the password, over sockets and a real PostgreSQL.
@Suite(.closing) struct SecondFactorTests {
    static let password = "seven bells and a whistle"
    static let path = "/v1/account/second-factor"

    /// Somebody with an authenticator app.
    struct Owner {
        let caller: Caller
        let account: Identifier
        let codes: [String]
        let known: String
        let secret: [UInt8]
        let house: LiveHouse

        /// What the app shows now; codes of this half minute count anew.
        func fresh() async throws -> String {
            try await forgetSteps()
            return code()
        }

        func code(_ later: Int64 = 0) -> String {
            TimedCodeTests.code(of: secret, TimedCode.step(at: .now()) + later)
        }

        /// One that does not count in this half minute, nor in those around it.
        var wrong: String { code(1000) }

        func forgetSteps() async throws {
            try await house.database.write(
                of: account, "UPDATE second_factor SET last_step = 0 WHERE account_id = \(account)")
        }
    }

    func owner(_ email: String = "anna@example.org", in house: LiveHouse) async throws -> Owner {
        let (caller, codes, known) = await house.claimed(email)
        let begun = await caller.post(Self.path, #"{"password":"\#(Self.password)"}"#)
        try #require(begun.status == 201, "\(begun.text)")
        #expect(begun.field("cache-control") == "no-store" && begun.number("recoveryCodesLeft") == 10)
        let account = try #require(Identifier(await caller.get("/v1/account").string("id")))
        let credential = try #require(try await house.accounts.signIn.credentials.credential(of: account))
        // Nothing is asked for before a code has shown that the app has the secret.
        #expect(credential.factor == nil)
        let rows = try await house.database.read(
            of: account, "SELECT secret_sealed FROM second_factor WHERE account_id = \(account)")
        let sealed = SealedFactor(stored: try #require(rows.first).decode(0))
        let secret = try #require(sealed.open(of: account, house.accounts.signIn.secret))
        #expect(Base32.encode(secret) == begun.string("secret"))
        let owner = Owner(caller: caller, account: account, codes: codes, known: known, secret: secret, house: house)
        let confirmed = await caller.post(Self.path + "/confirmation", #"{"code":"\#(owner.code())"}"#)
        try #require(confirmed.status == 204, "\(confirmed.text)")
        return owner
    }

    func login(_ email: String = "anna@example.org", more: String = "") -> String {
        #"{"email":"\#(email)","password":"\#(Self.password)"\#(more)}"#
    }

    func with(_ code: String) -> String { #","code":"\#(code)""# }

    // MARK: Setting up and signing in

    @Test func aLoginAsksForACodeOnceOneHasConfirmedTheApp() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, _, _) = await house.claimed("berta@example.org")
        #expect(await anna.post(Self.path, #"{"password":"not the password"}"#).statusAndCode == "403 proof_failed")
        #expect(await anna.post(Self.path, "{}").statusAndCode == "422 proof_required")
        #expect(
            await anna.post(Self.path + "/confirmation", #"{"code":"123456"}"#).statusAndCode
                == "409 second_factor_not_begun")
        #expect(await house.newcomer().post(Self.path, #"{"password":"x"}"#).statusAndCode == "409 not_claimed")
        // Begun, and not confirmed by a wrong code.
        #expect(await anna.post(Self.path, #"{"password":"\#(Self.password)"}"#).status == 201)
        #expect(
            await anna.post(Self.path + "/confirmation", #"{"code":"000000"}"#).statusAndCode == "403 proof_failed")
        #expect(await house.caller.post("/v1/login", login("berta@example.org")).status == 200)
        #expect(await anna.get("/v1/account/login")["secondFactor"] == .bool(false))

        let owner = try await owner(in: house)
        #expect(await owner.caller.get("/v1/account/login")["secondFactor"] == .bool(true))
        let asked = await house.caller.post("/v1/login", login())
        #expect(asked.statusAndCode == "401 second_factor_required")
        #expect(asked.strings("accepts") == ["code", "recoveryCode"])
        #expect(asked.number("digits") == 6 && asked.number("trustDays") == 30)
        let entered = await house.caller.post("/v1/login", login(more: with(try await owner.fresh())))
        #expect(entered.status == 200)
        let again = await owner.caller.post(Self.path, #"{"password":"\#(Self.password)"}"#)
        #expect(again.statusAndCode == "409 second_factor_on")
        // Whoever does not know the password hears nothing of it.
        let wrong = #"{"email":"anna@example.org","password":"not the password","code":"\#(owner.code())"}"#
        #expect(await house.caller.post("/v1/login", wrong).statusAndCode == "401 login_failed")
    }

    @Test func aCodeCountsOnceAndNoneOfBefore() async throws {
        let (houses, _) = try await openHouses(2, cheapPasswords)
        let owner = try await owner(in: houses[0])
        // The one that confirmed it was used up by that.
        let replayed = await houses[1].caller.post("/v1/login", login(more: with(owner.code())))
        try await owner.forgetSteps()
        let step = owner.code()
        let answers = await atOnce(0..<6) { index in
            await houses[index % 2].caller.post("/v1/login", login(more: with(step)))
        }
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(Set(answers.map(\.status)).isSubset(of: [200, 401, 429]))
        let before = await houses[0].caller.post("/v1/login", login(more: with(owner.code(-1))))
        #expect([replayed, before].allSatisfy { $0.code == "second_factor_failed" || $0.status == 429 })
        #expect(
            try await houses[0].database.read(
                of: owner.account, "SELECT 1 FROM device WHERE account_id = \(owner.account)"
            ).count == 2)
    }

    @Test func anothersCodeAnothersDeviceAndAMovedSecretAreOfNoUse() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, berta) = (try await owner(in: house), try await owner("berta@example.org", in: house))
        try await anna.forgetSteps()
        #expect(
            await house.caller.post("/v1/login", login(more: with(try await berta.fresh()))).code
                == "second_factor_failed")
        let trusted = await house.caller.post(
            "/v1/login", login("berta@example.org", more: with(try await berta.fresh()) + #","trustDevice":true"#))
        let known = #","knownDevice":"\#(trusted.string("knownDevice"))""#
        #expect(await house.caller.post("/v1/login", login("berta@example.org", more: known)).status == 200)
        #expect(await house.caller.post("/v1/login", login(more: known)).code == "second_factor_required")
        // Whoever can write to the database cannot put a secret of their own before another's account.
        let stolen = try await house.database.read(
            of: berta.account, "SELECT secret_sealed FROM second_factor WHERE account_id = \(berta.account)")
        let sealed = try #require(stolen.first).decode(0, as: [UInt8].self)
        try await house.database.write(
            of: anna.account, "UPDATE second_factor SET secret_sealed = \(sealed) WHERE account_id = \(anna.account)")
        #expect(await house.caller.post("/v1/login", login(more: with(berta.code()))).code == "second_factor_failed")
    }

    // MARK: Guessing

    @Test func guessesWaitWhateverElseIsAskedAndNobodyElseDoes() async throws {
        let (houses, _) = try await openHouses(2, cheapPasswords)
        let owner = try await owner(in: houses[0])
        let (_, _, _) = await houses[0].claimed("berta@example.org")
        let longer: Query =
            "UPDATE login_guard SET blocked_until = blocked_until + interval '1 hour' WHERE failures > 4"
        for index in 0..<5 {
            let guess = await houses[index % 2].caller.post("/v1/login", login(more: with(owner.wrong)))
            #expect(guess.code == "second_factor_failed")
            // The right password alone makes no wrong code forgotten.
            #expect(await houses[0].caller.post("/v1/login", login()).code == "second_factor_required")
        }
        try await houses[0].database.write(longer)
        let right = login(more: with(try await owner.fresh()))
        let refused = await houses[1].caller.post("/v1/login", right)
        #expect(refused.status == 429 && refused.field("retry-after") != nil)
        // The owner's device, a recovery code and everybody else wait for nothing.
        let known = #","knownDevice":"\#(owner.known)""#
        #expect(await houses[1].caller.post("/v1/login", login(more: with(owner.code()) + known)).status == 200)
        #expect(await houses[0].caller.post("/v1/login", login("berta@example.org")).status == 200)
        let recovery = login(more: #","recoveryCode":"\#(owner.codes[0])""#)
        #expect(await houses[1].caller.post("/v1/login", recovery).status == 200)
        // The operator has spoken with the owner.
        let signIn = houses[0].accounts.signIn
        try await signIn.forgetFailures(of: owner.account, try #require(EmailAddress("anna@example.org")))
        try await owner.forgetSteps()
        #expect(await houses[1].caller.post("/v1/login", right).status == 200)
    }

    // MARK: Recovery codes

    @Test func aRecoveryCodeReplacesThePasswordOrTheCodeAndNotBoth() async throws {
        let house = try await openHouse(cheapPasswords)
        let owner = try await owner(in: house)
        func recover(_ index: Int, _ more: String = "") -> String {
            #"{"email":"anna@example.org","recoveryCode":"\#(owner.codes[index])"\#(more)}"#
        }
        func left() async -> Int { await owner.caller.get("/v1/account/login").number("recoveryCodesLeft") }
        let alone = await house.caller.post("/v1/login", recover(0, #","newPassword":"eight bells and no whistle""#))
        #expect(alone.code == "second_factor_required" && alone.strings("accepts") == ["code", "password"])
        let wrong = await house.caller.post("/v1/login", recover(0, with(owner.wrong)))
        #expect(wrong.code == "second_factor_failed")
        let guessed = await house.caller.post("/v1/login", recover(0, #","password":"not the password""#))
        #expect(guessed.code == "login_failed")
        #expect(await left() == 10)
        #expect(await house.caller.post("/v1/login", recover(0, #","password":"\#(Self.password)""#)).status == 200)
        #expect(await house.caller.post("/v1/login", recover(0, #","password":"\#(Self.password)""#)).status == 401)
        let code = with(try await owner.fresh())
        let reset = recover(1, #","newPassword":"eight bells and no whistle""# + code)
        #expect(await house.caller.post("/v1/login", reset).status == 200)
        #expect(await left() == 8)
        // Whoever found the codes has no new password of them alone, and so no way to the second factor.
        let change = #"{"recoveryCode":"\#(owner.codes[2])","newPassword":"nine bells and no whistle""#
        #expect(await owner.caller.put("/v1/account/password", change + "}").statusAndCode == "422 proof_required")
        #expect(await left() == 8)
        let both = change + with(try await owner.fresh()) + "}"
        #expect(await owner.caller.put("/v1/account/password", both).status == 204)
        // Without a recovery code nobody learns that there is a second factor.
        let none = #"{"email":"anna@example.org","recoveryCode":"7KQ2-M9XD-4TVH-B0PC"}"#
        #expect(await house.caller.post("/v1/login", none).code == "login_failed")
        #expect(await house.caller.post("/v1/login", login()).code == "login_failed")
    }

    @Test func newRecoveryCodesNeedMoreThanThePassword() async throws {
        let house = try await openHouse(cheapPasswords)
        let owner = try await owner(in: house)
        let path = "/v1/account/recovery-codes"
        let password = #""password":"\#(Self.password)""#
        for lone in [password, #""recoveryCode":"\#(owner.codes[0])""#, #""code":"\#(owner.code())""#] {
            #expect(await owner.caller.post(path, "{\(lone)}").statusAndCode == "422 proof_required")
        }
        let both = "{\(password)" + with(try await owner.fresh()) + "}"
        #expect(await owner.caller.post(path, both).status == 201)
        #expect(await owner.caller.post(path, both).statusAndCode == "403 proof_failed")
    }

    // MARK: Trusted devices

    @Test func aTrustedDeviceIsNotAskedUntilItsTimeIsOverOrItsAccessWasTaken() async throws {
        let house = try await openHouse(cheapPasswords)
        let owner = try await owner(in: house)
        func enter(_ more: String) async -> Caller.Answer { await house.caller.post("/v1/login", login(more: more)) }
        func known(_ answer: Caller.Answer) -> String { #","knownDevice":"\#(answer.string("knownDevice"))""# }
        // One that was let in and is not trusted.
        #expect(await enter(known(await enter(with(try await owner.fresh())))).code == "second_factor_required")

        let first = await enter(with(try await owner.fresh()) + #","trustDevice":true"#)
        #expect(await house.caller.with(first.string("token")).post("/v1/logout").status == 204)
        let second = await enter(known(first))
        #expect(second.status == 200)
        // It is the second now: the first is a device of before.
        #expect(await enter(known(first)).code == "second_factor_required")
        #expect(await owner.caller.delete("/v1/devices/\(second.string("device.id"))").status == 204)
        #expect(await enter(known(second)).code == "second_factor_required")

        let third = await enter(with(try await owner.fresh()) + #","trustDevice":true"#)
        #expect(await house.caller.with(third.string("token")).post("/v1/logout").status == 204)
        #expect(await owner.caller.delete("/v1/devices/others").status == 200)
        #expect(await enter(known(third)).code == "second_factor_required")

        let taken = await enter(with(try await owner.fresh()) + #","trustDevice":true"#)
        let token = try #require(TokenText(taken.string("token"))).token.text
        #expect(await owner.caller.delete("/v1/tokens/\(token)").status == 204)
        #expect(await enter(known(taken)).code == "second_factor_required")

        let fourth = await enter(with(try await owner.fresh()) + #","trustDevice":true"#)
        let over: Query =
            "UPDATE trusted_device SET expires_at = now() - interval '1 second' WHERE account_id = \(owner.account)"
        try await house.database.write(of: owner.account, over)
        #expect(await enter(known(fourth)).code == "second_factor_required")
    }

    // MARK: Removing it

    @Test func itIsRemovedWithTwoProofs() async throws {
        let house = try await openHouse(cheapPasswords)
        let owner = try await owner(in: house)
        let password = #"{"password":"\#(Self.password)""#
        #expect(await owner.caller.delete(Self.path).statusAndCode == "422 proof_required")
        #expect(await owner.caller.delete(Self.path, password + "}").statusAndCode == "422 proof_required")
        let wrong = await owner.caller.delete(Self.path, password + with(owner.wrong) + "}")
        #expect(wrong.statusAndCode == "403 proof_failed")
        let code = with(try await owner.fresh())
        let other = #"{"password":"not the password""# + code + "}"
        #expect(await owner.caller.delete(Self.path, other).statusAndCode == "403 proof_failed")
        #expect(await owner.caller.delete(Self.path, password + code + "}").status == 204)
        #expect(await owner.caller.delete(Self.path, password + code + "}").code == "second_factor_not_begun")
        #expect(await house.caller.post("/v1/login", login()).status == 200)
        // Another one can be set up, and goes with a recovery code.
        #expect(await owner.caller.post(Self.path, password + "}").status == 201)
        let rows = try await house.database.read(
            of: owner.account, "SELECT secret_sealed FROM second_factor WHERE account_id = \(owner.account)")
        let sealed = SealedFactor(stored: try #require(rows.first).decode(0))
        let secret = try #require(sealed.open(of: owner.account, house.accounts.signIn.secret))
        #expect(secret != owner.secret)
        let shown = TimedCodeTests.code(of: secret, TimedCode.step(at: .now()))
        #expect(await owner.caller.post(Self.path + "/confirmation", #"{"code":"\#(shown)"}"#).status == 204)
        let recovery = password + #","recoveryCode":"\#(owner.codes[2])"}"#
        #expect(await owner.caller.delete(Self.path, recovery).status == 204)
        #expect(await owner.caller.get("/v1/account/login").number("recoveryCodesLeft") == 9)
    }

    @Test func guessesAtRemovingItWaitThoughThePasswordIsRight() async throws {
        let house = try await openHouse(cheapPasswords)
        let owner = try await owner(in: house)
        let password = #"{"password":"\#(Self.password)""#
        for _ in 0..<5 {
            #expect(await owner.caller.delete(Self.path, password + with(owner.wrong) + "}").status == 403)
            // A right password elsewhere makes no wrong code forgotten.
            let same = #"{"email":"anna@example.org","password":"\#(Self.password)"}"#
            #expect(await owner.caller.put("/v1/account/email", same).status == 204)
        }
        try await house.database.write(
            "UPDATE login_guard SET blocked_until = blocked_until + interval '1 hour' WHERE failures > 4")
        let right = password + with(try await owner.fresh()) + "}"
        #expect(await owner.caller.delete(Self.path, right).status == 429)
        #expect(await house.caller.post("/v1/login", login(more: with(owner.code()))).status == 200)
    }

    @Test func nothingOfItIsLeftOfADeletedAccount() async throws {
        let house = try await openHouse(cheapPasswords)
        let owner = try await owner(in: house)
        _ = await house.caller.post(
            "/v1/login", login(more: with(try await owner.fresh()) + #","trustDevice":true"#))
        let gone = await owner.caller.delete("/v1/account", #"{"password":"\#(Self.password)"}"#)
        #expect(gone.number("rows.second_factor") == 1 && gone.number("rows.trusted_device") == 1, "\(gone.text)")
    }
}
