import DaybookCore
import HTTP
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestAccounts
@testable import TestService
@testable import TestStore

/// Somebody proves to be the owner, and before they are in the owner changes the password or sends others away.
@Suite(.closing) struct LateEntryTests {
    private static let email = "anna@example.org"
    private static let old = "seven bells and a whistle"
    private static let new = "eight bells and no whistle"

    private let house: LiveHouse
    private let anna: Caller
    private let codes: [String]

    init() async throws {
        house = try await openHouse(
            cheapPasswords.merging(["DAYBOOK_AGENTS": "write", "DAYBOOK_PUBLIC_URL": "https://todo.example.org"]) { $1 }
        )
        (anna, codes, _) = await house.claimed(Self.email)
    }

    private var login: Login { house.accounts.signIn.login }

    /// Who is let in once the password, or a recovery code, is looked at.
    private func proven(by proof: LoginAttempt.Proof) async throws -> ProvenOwner {
        let attempt = LoginAttempt(
            email: try #require(EmailAddress(Self.email)), proof: proof, second: SecondProof(), deviceName: .usual,
            knownDevice: nil, merges: false)
        return try await login.owner(attempt, at: try #require(IPAddress("192.0.2.1")))
    }

    private func proven() async throws -> ProvenOwner {
        try await proven(by: .password(try #require(Password(claimed: Self.old))))
    }

    private func changePassword(endingOthers: Bool) async {
        let body = #"{"password":"\#(Self.old)","newPassword":"\#(Self.new)","endOtherSessions":\#(endingOthers)}"#
        #expect(await anna.put("/v1/account/password", body).status == 204)
    }

    private func expect(_ refusal: ProblemType, _ enter: () async throws -> Void) async {
        let devices = await anna.get("/v1/devices").text.components(of: "\"id\"")
        await #expect { try await enter() } throws: { ($0 as? Problem)?.type == refusal }
        #expect(await anna.get("/v1/devices").text.components(of: "\"id\"") == devices)
    }

    @Test(arguments: [true, false])
    func anOldPasswordLetsNobodyInWhoIsLate(endingOthers: Bool) async throws {
        let late = try await proven()
        await changePassword(endingOthers: endingOthers)
        await expect(.loginFailed) { _ = try await login.enter(late, .usual) }
    }

    @Test func aRecoveryCodeLetsNobodyInOnceTheyAreSentAway() async throws {
        let code = try #require(RecoveryCode(codes[0]))
        let stolen = try await proven(by: .recoveryCode(code, newPassword: nil))
        let second = try #require(RecoveryCode(codes[1]))
        let setting = try await proven(by: .recoveryCode(second, newPassword: Self.old + "!"))
        // The second one has set a password of its own, and comes in with it; the first is late already.
        await expect(.loginFailed) { _ = try await login.enter(stolen, .usual) }
        _ = try await login.enter(setting, .usual)
    }

    /// Neither does an account go into another by it, before its decision or behind.
    @Test func nothingIsMergedByAnOldPassword() async throws {
        let guest = await house.newcomer()
        #expect(await guest.post("/v1/tasks", #"{"title":"Mine"}"#).status == 201)
        let token = try #require(TokenText(guest.token ?? ""))
        let late = try await proven()
        await changePassword(endingOthers: true)
        await expect(.loginFailed) { _ = try await house.accounts.merge.merge(PresentedToken(token), into: late) }
        #expect(await guest.get("/v1/tasks").text.contains("Mine"), "nothing happened to it")
        // The decision stood when the password was changed: what was there arrives, and the device stays outside.
        let account = late.account
        let current = try await ProvenOwner.somebody(of: account, in: house.database)
        _ = try await house.accounts.merge.begin(PresentedToken(token), into: current, now: .now())
        await #expect {
            _ = try await house.accounts.merge.merge(PresentedToken(token), into: late)
        } throws: {
            ($0 as? Problem)?.type == .loginFailed
        }
        let tokens = await anna.get("/v1/tokens").text.components(of: "\"lastUsedAt\"")
        _ = try await house.accounts.merge.merge(PresentedToken(token), into: current)
        #expect(await anna.get("/v1/tokens").text.components(of: "\"lastUsedAt\"") == tokens + 1)
        #expect(await anna.get("/v1/tasks").text.contains("Mine"))
    }

    @Test func aTokenThatWasTakenAwayTakesNoAccountAlong() async throws {
        let entered = await house.caller.post("/v1/login", #"{"email":"\#(Self.email)","password":"\#(Self.old)"}"#)
        let token = try #require(TokenText(entered.string("token")))
        let late = ProvenOwner(account: token.account, proof: .token(token.token))
        #expect(await anna.delete("/v1/devices/\(entered.string("device.id"))").status == 204)
        let guest = try #require(TokenText(await house.newcomer().token ?? ""))
        await expect(.mergeTargetUnknown) {
            _ = try await house.accounts.merge.merge(PresentedToken(guest), into: late)
        }
    }

    /// A server believes for a moment what it remembers of a token. What lasts longer is not made in that moment.
    @Test(
        arguments: [
            ("/v1/tokens", #"{"label":"Laptop","scope":"full"}"#), ("/v1/feeds", #"{"label":"Days"}"#),
            ("/v1/pairing", nil),
        ] as [(String, String?)])
    func whoWasSentAwayMakesNothingThatLasts(path: String, body: String?) async throws {
        let refused = try await sentAway(by: anna).post(path, body)
        #expect(refused.statusAndCode == "401 unauthenticated", "\(refused.text)")
        #expect(await anna.get("/v1/tokens").text.components(of: "\"lastUsedAt\"") == 1)
        #expect(await !anna.get("/v1/feeds").text.contains("Days"))
        #expect(try await house.database.read("SELECT 1 FROM pairing").isEmpty)
    }

    @Test func whoWasSentAwayPutsNoLoginInFrontOfAnAccount() async throws {
        let owner = await house.newcomer()
        let claim = #"{"email":"berta@example.org","password":"\#(Self.new)"}"#
        let refused = try await sentAway(by: owner).post("/v1/account/claim", claim)
        #expect(refused.statusAndCode == "401 unauthenticated", "\(refused.text)")
        #expect(await owner.post("/v1/account/claim", claim).status == 201, "the email is free, and so is the account")
    }

    /// Nor does a change of the login count that the old password has proven, and that is written down later.
    @Test func anOldPasswordChangesNothingAnyMore() async throws {
        let signIn = house.accounts.signIn
        let (owner, credential) = try await standingOwner()
        await changePassword(endingOthers: false)
        try await expectNothingChanges(.proofFailed, by: owner, credential)
        let entered = await house.caller.post("/v1/login", #"{"email":"\#(Self.email)","password":"\#(Self.new)"}"#)
        #expect(entered.status == 200, "the new password is the good one")
        let now = try #require(try await signIn.credentials.credential(of: credential.account))
        #expect(now.recoveryCodesLeft == 10 && now.factor == nil && now.email == Self.email)
    }

    @Test func whoWasSentAwayChangesNothingOfTheLogin() async throws {
        let (owner, credential) = try await standingOwner()
        let token = owner.asking.token
        try await house.database.write(
            of: credential.account,
            "DELETE FROM token WHERE account_id = \(credential.account) AND token_id = \(token)")
        try await expectNothingChanges(.unauthenticated, by: owner, credential)
    }

    /// As a request has it that has looked at the password, and has not written down yet what was asked for.
    private func standingOwner() async throws -> (StandingOwner, Credentials.Credential) {
        let token = try #require(TokenText(anna.token ?? ""))
        let asking = Principal(account: token.account, device: .random(), token: token.token, scope: .full)
        let found = try await house.accounts.signIn.credentials.credential(of: token.account)
        let credential = try #require(found)
        return (StandingOwner(asking, by: credential), credential)
    }

    private func expectNothingChanges(
        _ refusal: ProblemType, by owner: StandingOwner, _ credential: Credentials.Credential
    ) async throws {
        let signIn = house.accounts.signIn
        let (account, now) = (credential.account, Instant.now())
        let hash = try await signIn.passwords.hash(try #require(Password(claimed: "nine bells and a gong")))
        let email = try #require(EmailAddress("thief@example.org"))
        let changes: [() async throws -> Void] = [
            { _ = try await signIn.credentials.change(account, to: hash, by: owner, now: now) },
            { _ = try await signIn.credentials.change(account, to: email, by: owner, now: now) },
            { _ = try await signIn.factors.begin(of: credential, by: owner, now: now) },
            { _ = try await signIn.factors.remove(from: account, by: owner) },
            { _ = try await signIn.replaceRecoveryCodes(by: owner, now: now) },
        ]
        for change in changes {
            await #expect { try await change() } throws: { ($0 as? Problem)?.type == refusal }
        }
    }

    /// Nor do they send away whoever sent them away.
    @Test func whoWasSentAwaySendsNobodyAway() async throws {
        let token = try #require(TokenText(anna.token ?? "")).token
        let devices = await anna.get("/v1/devices").text
        let device = try #require(devices.firstMatch(of: #/"id":"([0-9a-f-]{36})"/#)).1
        let thief = try await sentAway(by: anna)
        for path in ["/v1/devices/others", "/v1/devices/\(device)", "/v1/tokens/\(token.text)"] {
            let refused = await thief.delete(path)
            #expect(refused.statusAndCode == "401 unauthenticated", "\(path): \(refused.text)")
        }
        #expect(await anna.get("/v1/account").status == 200)
    }

    /// An account without a login is deleted by who knows its id, and whoever had its token does.
    @Test func whoWasSentAwayDeletesNoAccount() async throws {
        let owner = await house.newcomer()
        let thief = try await sentAway(by: owner)
        let account = await owner.get("/v1/account").string("id")
        let refused = await thief.delete("/v1/account", #"{"confirm":"\#(account)"}"#)
        #expect(refused.statusAndCode == "401 unauthenticated", "\(refused.text)")
        #expect(await owner.get("/v1/tasks").status == 200)
    }

    /// Somebody whose token is no more, as the server does not know yet.
    private func sentAway(by owner: Caller) async throws -> Caller {
        let made = await owner.post("/v1/tokens", #"{"label":"Phone","scope":"full"}"#)
        let token = try #require(TokenText(made.string("token")))
        let thief = house.caller.with(token.text)
        // So often that each of the server's threads remembers it.
        for _ in 0..<16 { #expect(await thief.get("/v1/account").status == 200) }
        try await house.database.write(
            of: token.account,
            "DELETE FROM token WHERE account_id = \(token.account) AND token_id = \(token.token)")
        return thief
    }

    /// And what is made at the very moment at which others are sent away goes along.
    @Test func aTokenThatIsMadeWhileOthersAreSentAwayGoesToo() async throws {
        let (house, anna) = (house, anna)
        let made = await anna.post("/v1/tokens", #"{"label":"Phone","scope":"full"}"#)
        let token = try #require(TokenText(made.string("token")))
        let device = try #require(Identifier(made.string("device.id")))
        let thief = Principal(account: token.account, device: device, token: token.token, scope: .full)
        let sessions = login.sessions
        let (sending, late) = try await house.database.transaction(of: thief.account, attempts: 1) { transaction in
            try await thief.demandStanding(in: transaction)
            let session = try await sessions.begin(thief.account, in: transaction)
            let sending = Task { await anna.delete("/v1/devices/others") }
            try await house.database.somebodyWaitsForALock()
            return (sending, house.caller.with(session.token.text))
        }
        #expect(await sending.value.number("revoked") == 2)
        #expect(await late.get("/v1/account").status == 401)
    }

    @Test func noAssistantIsLetInByAnOldPassword() async throws {
        let applicant = try await Applicant.registered(house)
        let issuer = try #require(WebAddress(applicant.issuer))
        let asked = try AuthorizationRequest(applicant.question.map { (name: $0.0, value: $0.1) }, to: issuer)
        let late = try await proven()
        await changePassword(endingOthers: true)
        await expect(.loginFailed) { _ = try await house.accounts.assistants.grants.begin(asked, .agent, for: late) }
        #expect(try await house.database.read(of: late.account, "SELECT 1 FROM assistant_grant").isEmpty)
    }

    /// Nor by a code that was got by the old one.
    @Test(arguments: [true, false])
    func noCodeOfAnOldPasswordLetsAnAssistantIn(endingOthers: Bool) async throws {
        let applicant = try await Applicant.registered(house)
        let allowing = Applicant.allowing(Self.email, Self.old)
        let answer = await applicant.decide(allowing)
        let code = try #require(try Returned(answer, applicant.redirect).items["code"])
        await changePassword(endingOthers: endingOthers)
        let refused = await applicant.token(applicant.exchange(code))
        #expect(refused.status == 400 && refused.string("error") == "invalid_grant", "\(refused.text)")
        #expect(await !anna.get("/v1/devices").text.contains(Applicant.name))
    }

    /// A dearer hash of the same password is no other password.
    @Test func aHashThatIsRenewedMeanwhileKeepsNobodyOut() async throws {
        let owner = try await proven()
        let credential = try #require(try await house.accounts.signIn.credentials.credential(of: owner.account))
        let again = try await house.accounts.signIn.passwords.hash(try #require(Password(claimed: Self.old)))
        try await house.accounts.signIn.credentials.renew(credential, with: again)
        #expect(try await login.enter(owner, .usual).standing.account == owner.account)
    }
}

extension String {
    fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
