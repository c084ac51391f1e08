import TestWire
import Testing

@testable import DaybookAccounts
@testable import TestService

/// As clients meet them.
extension MergeTests {
    @Test func aDeviceTakesItsAccountAlongWhenItLogsIn() async throws {
        let (houses, _) = try await openHouses(2, cheapPasswords)
        let (anna, _, _) = await houses[0].claimed("anna@example.org")
        let phone = await houses[0].newcomer()
        let tablet = TokenText(phone.token ?? "").map { $0.account }
        let before = await phone.get("/v1/account")
        let body = #"{"email":"anna@example.org","password":"seven bells and a whistle","merge":true}"#
        let entered = await phone.post("/v1/login", body)
        #expect(entered.status == 200)
        let annas = await anna.get("/v1/account").string("id")
        #expect(entered.string("account.id") == annas && before.string("id") != annas)
        // What it held is worth nothing at any process, and says where to go.
        for house in houses {
            var refused = await house.caller.with(phone.token ?? "").get("/v1/account")
            while refused.status == 200 { refused = await house.caller.with(phone.token ?? "").get("/v1/account") }
            #expect(refused.status == 401 && refused.code == "account_merged")
            #expect(refused.string("account") == annas)
        }
        #expect(tablet != nil)
        // The answer may have got lost.
        let again = await houses[1].caller.with(phone.token ?? "").post("/v1/login", body)
        #expect(again.status == 200 && again.string("device.id") == entered.string("device.id"))
        let now = houses[1].caller.with(again.string("token"))
        #expect(await now.get("/v1/account").string("id") == annas)
        // A stranger's token with the same account and identifier proves nothing.
        let forged = TokenText(account: try #require(tablet), token: .random()).text
        #expect(await houses[0].caller.with(forged).post("/v1/login", body).status == 401)
    }

    /// Two processes, and everybody in a ring into the next one.
    @Test(arguments: [2, 3])
    func ofThoseThatMeetOneWinsAndTheOthersHearConflict(_ count: Int) async throws {
        let (houses, _) = try await openHouses(2)
        for _ in 0..<15 {
            var phones: [Caller] = []
            for _ in 0..<count {
                let phone = await houses[0].newcomer()
                #expect(await phone.post("/v1/tasks", #"{"title":"Mine"}"#).status == 201)
                phones.append(phone)
            }
            let answers = await atOnce(phones.enumerated()) { [phones] place, phone in
                let next = phones[(place + 1) % count].token ?? ""
                let caller = houses[place % 2].caller.with(phone.token ?? "")
                return await caller.post("/v1/account/merge", #"{"token":"\#(next)"}"#)
            }
            let winners = answers.filter { $0.status == 200 }
            let told = answers.map(\.statusAndCode)
            #expect((1..<count).contains(winners.count), "\(told)")
            #expect(answers.count { $0.status == 409 } == count - winners.count, "\(told)")
            // Whoever is in somewhere finds every task that went there.
            var tasks = 0
            for token in winners.map({ $0.string("token") }) + phones.compactMap(\.token) {
                let page = await houses[0].caller.with(token).get("/v1/tasks")
                guard page.status == 200, case .array(let rows)? = page["tasks"] else { continue }
                tasks = max(tasks, rows.count)
            }
            #expect(tasks >= 2 && (count > 2 || tasks == 2), "\(told)")
        }
    }

    @Test func whatCannotBeMergedIsSaid() async throws {
        let house = try await openHouse(cheapPasswords)
        let (anna, _, _) = await house.claimed("anna@example.org")
        let (berta, _, _) = await house.claimed("berta@example.org")
        let body = #"{"email":"anna@example.org","password":"seven bells and a whistle","merge":true}"#
        #expect(await house.caller.post("/v1/login", body).code == "merge_source_missing")
        #expect(await anna.post("/v1/login", body).code == "merge_into_itself")
        #expect(await berta.post("/v1/login", body).code == "merge_source_claimed")
        #expect(await berta.get("/v1/account/login").status == 200, "nothing happened to it")
        let phone = await house.newcomer()
        let unknown = TokenText(account: .random(), token: .random()).text
        #expect(await phone.post("/v1/account/merge", #"{"token":"\#(unknown)"}"#).code == "merge_target_unknown")
        #expect(await phone.post("/v1/account/merge", #"{"token":"\#(anna.token ?? "")"}"#).status == 200)
        let other = await phone.post("/v1/account/merge", #"{"token":"\#(berta.token ?? "")"}"#)
        #expect(other.status == 401 && other.code == "account_merged")
    }
}
