import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestService
@testable import TestStore

/// Passkeys over sockets and a real PostgreSQL.
@Suite(.closing) struct PasskeyTests {
    static let password = "seven bells and a whistle"
    static let byPassword = #"{"password":"\#(password)"}"#
    static let path = Caller.passkeys

    private func openPasskeyHouse(_ more: [String: String] = [:]) async throws -> LiveHouse {
        try await openHouse(SoftAuthenticator.settings.merging(more) { $1 })
    }

    // MARK: Adding and signing in

    @Test func anAccountBeginsWithAPasskeyAndIsEnteredWithIt() async throws {
        let house = try await openPasskeyHouse()
        let anna = await house.newcomer()
        let options = await anna.post(Self.path + "/options")
        #expect(options.status == 200 && options.field("cache-control") == "no-store")
        #expect(options.string("publicKey.rp.id") == "tasks.example.org")
        #expect(options.string("publicKey.attestation") == "none")
        #expect(options.string("publicKey.authenticatorSelection.residentKey") == "required")
        #expect(options.string("publicKey.authenticatorSelection.userVerification") == "required")
        let (phone, added) = try await anna.addPasskey()
        #expect(added.status == 201 && added.string("name") == "Phone", "\(added.text)")
        #expect(added["lastUsedAt"] == .null)
        #expect(await anna.get("/v1/account")["claimed"] == true)
        let account = await anna.get("/v1/account").string("id")

        // No email, no password, no token.
        let asked = await house.caller.signInOptions()
        #expect(asked["publicKey.allowCredentials"] == .array([]))
        let entered = await house.caller.signIn(try phone.get(asked), more: #","deviceName":"Tablet""#)
        #expect(entered.status == 200 && entered.string("account.id") == account, "\(entered.text)")
        #expect(entered.field("cache-control") == "no-store")
        let tablet = house.caller.with(entered.string("token"))
        let listed = await tablet.get(Self.path)
        guard case .array(let all)? = listed["passkeys"] else { throw Missing() }
        #expect(all.count == 1 && all[0].instant("lastUsedAt") != nil)
        #expect(await house.caller.get("/v1/identity/providers").string("passkeys") == "https://tasks.example.org")
    }

    @Test func aServerWithoutANameTakesNone() async throws {
        let house = try await openHouse(cheapPasswords)
        let anna = await house.newcomer()
        #expect(await anna.post(Self.path + "/options").statusAndCode == "404 passkeys_off")
        #expect(await anna.get(Self.path).status == 200)
        #expect(await house.caller.signInOptions().statusAndCode == "404 passkeys_off")
        let lonely = SoftAuthenticator()
        #expect(await house.caller.signIn(try lonely.get(await anna.get("/v1"))).statusAndCode == "404 passkeys_off")
        #expect(await house.caller.get("/v1/identity/providers")["passkeys"] == .null)
    }

    @Test func theyAreNamedAndRemovedAndTheLastWayInStays() async throws {
        let house = try await openPasskeyHouse()
        let anna = await house.newcomer()
        let (phone, added) = try await anna.addPasskey()
        let (one, id) = (Self.path + "/" + added.string("id"), added.string("id"))
        let renamed = await anna.call("PATCH", one, #"{"name":"  My phone "}"#)
        #expect(renamed.status == 200 && renamed.string("name") == "My phone" && renamed.string("id") == id)
        #expect(await anna.call("PATCH", one, #"{"name":" "}"#).status == 422)
        #expect(await anna.delete(one).statusAndCode == "422 proof_required")
        #expect(await anna.delete(one).strings("accepts") == ["passkey"])
        #expect(
            await anna.delete(one, try await anna.passkeyProof(phone)).statusAndCode == "409 last_way_in")
        let (_, second) = try await anna.addPasskey(try await anna.passkeyProof(phone), name: "Key")
        #expect(second.status == 201, "\(second.text)")
        #expect(await anna.delete(one, try await anna.passkeyProof(phone)).status == 204)
        #expect(await anna.delete(one, try await anna.passkeyProof(phone)).statusAndCode == "403 proof_failed")
        let asked = await house.caller.signInOptions()
        #expect(await house.caller.signIn(try phone.get(asked)).statusAndCode == "403 passkey_refused")
        let berta = await house.newcomer()
        #expect(await berta.call("PATCH", Self.path + "/" + second.string("id"), #"{"name":"Mine"}"#).status == 404)
    }

    /// Who may do a part of what the person may lets nobody in again.
    @Test func noAssistantAndNoAppIsAWayIn() async throws {
        let house = try await openPasskeyHouse()
        let anna = await house.newcomer()
        let (phone, added) = try await anna.addPasskey()
        let one = Self.path + "/" + added.string("id")
        func make(_ scope: TokenScope) async {
            let made = await anna.post("/v1/tokens", #"{"label":"An app","scope":"\#(scope.rawValue)"}"#)
            #expect(made.status == 201, "\(made.text)")
        }
        for scope in TokenScope.offered where scope != .full { await make(scope) }
        #expect(await anna.delete(one, try await anna.passkeyProof(phone)).statusAndCode == "409 last_way_in")
        #expect(await anna.get("/v1/account")["claimed"] == true)
        await make(.full)
        #expect(await anna.delete(one, try await anna.passkeyProof(phone)).status == 204)
    }

    @Test func whatAnAccountMayHaveIsBoundedAndNoneIsThereTwice() async throws {
        let house = try await openPasskeyHouse()
        let anna = await house.newcomer()
        var (phone, _) = try await anna.addPasskey()
        let again = try phone.create(await anna.post(Self.path + "/options"))
        let proof = try await anna.passkeyProof(phone)
        #expect(
            await anna.post(Self.path, #"{"credential":\#(again),"proof":\#(proof)}"#).statusAndCode
                == "409 passkey_there")
        for count in 2...Passkeys.most {
            let added = try await anna.addPasskey(try await anna.passkeyProof(phone)).1
            #expect(added.status == 201, "\(count): \(added.text)")
        }
        let more = try await anna.addPasskey(try await anna.passkeyProof(phone)).1
        #expect(more.statusAndCode == "409 too_many_passkeys" && more.number("limit") == Passkeys.most)
    }

    @Test func whatIsRefusedUsesNothingUp() async throws {
        let house = try await openPasskeyHouse()
        let (anna, codes, _) = await house.claimed("anna@example.org")
        let account = await anna.get("/v1/account").string("id")
        let (made, first) = try await anna.addPasskey(Self.byPassword)
        var phone = made
        let byCode = #"{"recoveryCode":"\#(codes[0])"}"#
        let again = try phone.create(await anna.post(Self.path + "/options"))
        #expect(
            await anna.post(Self.path, #"{"credential":\#(again),"proof":\#(byCode)}"#).statusAndCode
                == "409 passkey_there")
        try await house.database.transaction(of: try #require(Identifier(account))) { transaction in
            _ = try await transaction.run(
                """
                INSERT INTO passkey (account_id, passkey_id, credential_id, algorithm, public_key, counter,
                    may_be_copied, name, created_at)
                SELECT account_id, gen_random_uuid(), decode(lpad(number::text, 8, '0'), 'hex'), algorithm,
                    public_key, counter, may_be_copied, name, created_at
                FROM passkey, generate_series(2, \(Passkeys.most)) AS number
                """)
        }
        var key = SoftAuthenticator()
        let body = #"{"credential":\#(try key.create(await anna.post(Self.path + "/options"))),"proof":\#(byCode)}"#
        #expect(await anna.post(Self.path, body).statusAndCode == "409 too_many_passkeys")
        #expect(await anna.get("/v1/account/login").number("recoveryCodesLeft") == codes.count)
        // Once there is room, the same does.
        #expect(await anna.delete(Self.path + "/" + first.string("id"), Self.byPassword).status == 204)
        #expect(await anna.post(Self.path, body).status == 201)
    }

    // MARK: What proves nothing

    @Test func challengesCountOnceAndForOneThing() async throws {
        let house = try await openPasskeyHouse()
        let (anna, berta) = (await house.newcomer(), await house.newcomer())
        let (phone, _) = try await anna.addPasskey()
        let asked = await house.caller.signInOptions()
        let credential = try phone.get(asked)
        let answers = await atOnce(0..<6) { _ in await house.caller.signIn(credential) }
        #expect(answers.filter { $0.status == 200 }.count == 1)
        for answer in answers where answer.status != 200 {
            #expect(answer.statusAndCode == "403 passkey_refused" && answer.string("reason") == "challenge")
        }
        // For a proof, for an addition, of another server's making.
        for other in [await anna.post(Self.path + "/proof"), await anna.post(Self.path + "/options")] {
            #expect(await house.caller.signIn(try phone.get(other)).string("reason") == "challenge")
        }
        let proof = #"{"passkey":\#(try phone.get(await house.caller.signInOptions()))}"#
        #expect(try await anna.addPasskey(proof).1.statusAndCode == "403 proof_failed")
        // Made for Berta, used by Anna, and the other way round.
        var stray = SoftAuthenticator()
        let bertas = try stray.create(await berta.post(Self.path + "/options"))
        let fresh = try await anna.passkeyProof(phone)
        let refused = await anna.post(Self.path, #"{"credential":\#(bertas),"proof":\#(fresh)}"#)
        #expect(refused.statusAndCode == "403 passkey_refused" && refused.string("reason") == "challenge")
        // What was refused used nothing up.
        #expect(await berta.post(Self.path, #"{"credential":\#(bertas)}"#).status == 201)
        #expect(await berta.post(Self.path, #"{"credential":\#(bertas)}"#).statusAndCode == "409 passkey_there")
    }

    @Test func othersPasskeysAndAccountsAreOfNoUse() async throws {
        let house = try await openPasskeyHouse()
        let (anna, berta) = (await house.newcomer(), await house.newcomer())
        let ((annas, _), (bertas, _)) = (try await anna.addPasskey(), try await berta.addPasskey())
        let asked = await house.caller.signInOptions()
        // Berta's, said to be Anna's; of nobody; and with a handle that is none.
        for other in [annas.owner, Sodium.randomBytes(16), [1, 2, 3]] {
            let answer = await house.caller.signIn(try bertas.get(asked, as: other))
            #expect(answer.statusAndCode == "403 passkey_refused" && answer.string("reason") == "credential")
        }
        let proof = #"{"passkey":\#(try bertas.get(await anna.post(Self.path + "/proof")))}"#
        #expect(await anna.delete("/v1/account", proof).statusAndCode == "403 proof_failed")
        #expect(await anna.get("/v1/account").status == 200)
    }

    @Test func aPageOfAnotherOriginAndACarelessAuthenticatorAreRefused() async throws {
        let house = try await openPasskeyHouse()
        let anna = await house.newcomer()
        let (phone, _) = try await anna.addPasskey()
        let asked = await house.caller.signInOptions()
        var other = phone
        other.origin = "https://tasks.example.net"
        #expect(await house.caller.signIn(try other.get(asked)).string("reason") == "origin")
        other = phone
        other.party = "tasks.example.net"
        #expect(await house.caller.signIn(try other.get(asked)).string("reason") == "party")
        other = phone
        other.flags = 0x01
        #expect(await house.caller.signIn(try other.get(asked)).string("reason") == "verification")
        #expect(await house.caller.signIn(try phone.get(asked)).status == 200)
    }

    @Test func aCopyOfOneThatCountsIsFoundOut() async throws {
        let house = try await openPasskeyHouse()
        let anna = await house.newcomer()
        let (key, _) = try await anna.addPasskey()
        func enter(_ counter: UInt32) async throws -> Caller.Answer {
            await house.caller.signIn(try key.get(await house.caller.signInOptions(), counter: counter))
        }
        #expect(try await enter(7).status == 200)
        for counter in [7, 6, 0] as [UInt32] { #expect(try await enter(counter).string("reason") == "counter") }
        #expect(try await enter(8).status == 200)
    }

    @Test(arguments: [
        "{}", #"{"credential":null}"#, #"{"credential":{}}"#, #"{"credential":{"id":"","response":{}}}"#,
        #"{"credential":{"id":"AAAA","response":{"clientDataJSON":"e30","authenticatorData":"!","signature":"AA"}}}"#,
        #"{"credential":[[[[[[[[]]]]]]]]}"#,
    ])
    func whatIsNoCredentialIsAnInvalidField(body: String) async throws {
        let house = try await openPasskeyHouse()
        #expect(await house.caller.post("/v1/login/passkey", body).status == 422)
        let anna = await house.newcomer()
        #expect(await anna.post(Self.path, body).status == 422)
        #expect(await anna.get("/v1/account")["claimed"] == false)
    }

    @Test func aStormCostsOthersNothing() async throws {
        let house = try await openPasskeyHouse(["DAYBOOK_LOGINS_PER_ADDRESS": "5"])
        let (anna, _, _) = await house.claimed("anna@example.org")
        let (phone, added) = try await anna.addPasskey(Self.byPassword)
        #expect(added.status == 201)
        var stray = phone
        stray.flags = 0x01
        for _ in 0..<5 {
            #expect(await house.caller.signIn(try stray.get(await house.caller.signInOptions())).status == 403)
        }
        let refused = await house.caller.signIn(try phone.get(await house.caller.signInOptions()))
        #expect(refused.status == 429 && refused.field("retry-after") != nil)
        // Logins are counted apart, and whoever is in is not held up.
        let login = #"{"email":"anna@example.org","password":"\#(Self.password)"}"#
        #expect(await house.caller.post("/v1/login", login).status == 200)
        #expect(try await anna.addPasskey(try await anna.passkeyProof(phone)).1.status == 201)
        // Nothing is kept of challenges that never came back.
        let kept = try await house.database.read("SELECT count(*) FROM used_nonce").first?.decode(0, as: Int.self)
        #expect(kept == 3)
    }

    // MARK: Beside the other ways in

    @Test func addingOneTakesAFreshProofAndTwoWithASecondFactor() async throws {
        let house = try await openPasskeyHouse()
        let tests = SecondFactorTests()
        let owner = try await tests.owner(in: house)
        let unproven = try await owner.caller.addPasskey().1
        #expect(unproven.statusAndCode == "422 proof_required")
        #expect(try await owner.caller.addPasskey(Self.byPassword).1.statusAndCode == "422 proof_required")
        let byBoth = #"{"password":"\#(Self.password)","code":"\#(try await owner.fresh())"}"#
        let (phone, added) = try await owner.caller.addPasskey(byBoth)
        #expect(added.status == 201, "\(added.text)")
        // It is two factors by itself.
        let entered = await house.caller.signIn(try phone.get(await house.caller.signInOptions()))
        #expect(entered.status == 200)
        #expect(try await owner.caller.addPasskey(try await owner.caller.passkeyProof(phone)).1.status == 201)
    }

    @Test func aNewPasswordLeavesThemUnlessOthersAreSentAway() async throws {
        let house = try await openPasskeyHouse()
        let (anna, codes, _) = await house.claimed("anna@example.org")
        #expect(try await anna.addPasskey().1.statusAndCode == "422 proof_required")
        let (phone, added) = try await anna.addPasskey(Self.byPassword)
        #expect(added.status == 201)
        let other = "eight bells and no whistle"
        let recovered = await house.caller.post(
            "/v1/login", #"{"email":"anna@example.org","recoveryCode":"\#(codes[0])","newPassword":"\#(other)"}"#)
        #expect(recovered.status == 200 && recovered.number("passkeys") == 1, "\(recovered.text)")
        #expect(await house.caller.signIn(try phone.get(await house.caller.signInOptions())).status == 200)
        let change = #"{"password":"\#(other)","newPassword":"\#(Self.password)","endOtherSessions":true}"#
        #expect(await anna.put("/v1/account/password", change).status == 204)
        let asked = await house.caller.signInOptions()
        #expect(await house.caller.signIn(try phone.get(asked)).string("reason") == "credential")
        guard case .array(let left)? = await anna.get(Self.path)["passkeys"] else { throw Missing() }
        #expect(left.isEmpty)
    }

    @Test func whoComesInWhileOthersAreSentAwayGoesToo() async throws {
        let house = try await openPasskeyHouse()
        let (anna, _, _) = await house.claimed("anna@example.org")
        let added = try await anna.addPasskey(Self.byPassword).1
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let passkey = try #require(Identifier(added.string("id")))
        let login = house.accounts.signIn.login
        let new = "eight bells and no whistle"
        let change = #"{"password":"\#(Self.password)","newPassword":"\#(new)","endOtherSessions":true}"#
        // A device that is let in at this very moment.
        let (changing, late) = try await house.database.transaction(of: account, attempts: 1) { transaction in
            _ = try await EnteredAccount.Standing.load(account, in: transaction)
            let session = try await login.sessions.begin(account, in: transaction)
            let changing = Task { await anna.put("/v1/account/password", change) }
            try await house.database.somebodyWaitsForALock()
            return (changing, house.caller.with(session.token.text))
        }
        #expect(await changing.value.status == 204)
        #expect(await late.get(Self.path).status == 401)
        #expect(await anna.get("/v1/devices").status == 200)
        // And one whose passkey was looked at before it went.
        await #expect(throws: PasskeyRefusal.credential) {
            try await login.enter(ProvenOwner(account: account, proof: .passkey(passkey)), .usual)
        }
    }

    @Test func itIsAProofAWayToMergeAndGoesWithItsAccount() async throws {
        let house = try await openPasskeyHouse()
        let (anna, guest) = (await house.newcomer(), await house.newcomer())
        let (phone, _) = try await anna.addPasskey()
        // A password needs a proof now, too.
        let login = #"{"email":"anna@example.org","password":"\#(Self.password)""#
        #expect(await anna.post("/v1/account/claim", login + "}").statusAndCode == "422 proof_required")
        let proof = try await anna.passkeyProof(phone)
        #expect(await anna.post("/v1/account/claim", login + #","proof":\#(proof)}"#).status == 201)
        // A device with an account of its own comes along; one with a passkey does not go elsewhere.
        let account = await anna.get("/v1/account").string("id")
        let arrived = await guest.signIn(try phone.get(await house.caller.signInOptions()), more: #","merge":true"#)
        #expect(arrived.status == 200 && arrived.string("account.id") == account, "\(arrived.text)")
        let berta = await house.newcomer()
        let (other, _) = try await berta.addPasskey()
        #expect(
            await berta.signIn(try phone.get(await house.caller.signInOptions()), more: #","merge":true"#).statusAndCode
                == "409 merge_source_claimed")
        let gone = await berta.delete("/v1/account", try await berta.passkeyProof(other))
        #expect(gone.status == 200 && gone.number("rows.passkey") == 1, "\(gone.text)")
        let asked = await house.caller.signInOptions()
        #expect(await house.caller.signIn(try other.get(asked)).string("reason") == "credential")
    }

    private struct Missing: Error {}
}
