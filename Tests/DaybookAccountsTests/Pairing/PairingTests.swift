import HTTP
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestService

@Suite(.closing) struct PairingTests {
    /// The name by which callers call it.
    static let named = ["DAYBOOK_HOSTS": "todo.example.org"]

    private func offer(_ caller: Caller) async -> (id: String, code: String) {
        let answer = await caller.post("/v1/pairing")
        return (answer.string("id"), answer.string("code"))
    }

    private func claim(_ code: String) -> String { #"{"code":"\#(code)","deviceName":"Laptop"}"# }

    private func arrival(_ code: String, _ secret: String, wait: Int = 0) -> String {
        #"{"code":"\#(code)","secret":"\#(secret)","wait":\#(wait)}"#
    }

    /// As a device does that was told to ask again: whoever confirms may be late on a busy machine.
    private func arrive(at caller: Caller, _ body: String) async -> Caller.Answer {
        while true {
            let answer = await caller.post("/v1/pairing/token", body)
            if answer.status != 202 { return answer }
        }
    }

    /// A link is followed wherever it leads, so a request does not say where.
    @Test func aLinkLeadsWhereTheServerIsAndNotWhereARequestSays() async throws {
        let configured = try Configuration.resolve(
            SettingSources(environment: ["DAYBOOK_PUBLIC_URL": "https://todo.example.org/daybook/"])
        ).configuration
        let named = try Configuration.resolve(
            SettingSources(environment: ["DAYBOOK_HOSTS": "Tasks.lan, todo.example.org"])
        ).configuration
        func address(_ host: String, _ configuration: Configuration) -> String? {
            try? ServerAddress(configuration, ownName: "nas").of(Request("POST", "/v1/pairing", fields: ["host": host]))
        }
        #expect(address("elsewhere.example", configured) == "https://todo.example.org/daybook")
        for host in [
            "tasks.lan:8420", "TODO.example.org", "192.168.1.4:8420", "[fe80::1]:8420", "[::1]", "localhost:8420",
            "nas", "NAS.local:80",
        ] { #expect(address(host, named) == "http://\(host)") }
        for host in ["elsewhere.example", "nas.elsewhere.example", "tasks.lan.elsewhere.example:8420", "1.2.3"] {
            #expect(address(host, named) == nil, "\(host)")
        }
        // What is sent to others leads to a name that the operator gave, or stays on this machine.
        func known(_ host: String) -> String? {
            try? ServerAddress(named, ownName: "nas").known(
                to: Request("POST", "/v1/channels", fields: ["host": host]))
        }
        for host in ["tasks.lan:8420", "nas", "localhost", "127.0.0.1:8420", "[::1]:8420"] {
            #expect(known(host) == "http://\(host)")
        }
        for host in ["192.168.1.4:8420", "6.6.6.6", "[fe80::1]:8420", "elsewhere.example"] {
            #expect(known(host) == nil, "\(host)")
        }
        let house = try await openHouse()
        #expect(await house.newcomer().post("/v1/pairing").statusAndCode == "421 host_not_allowed")
    }

    @Test func aSecondDeviceComesInByACodeAndANumber() async throws {
        let (houses, _) = try await openHouses(2, ["DAYBOOK_PUBLIC_URL": "https://todo.example.org"])
        let phone = await houses[0].newcomer()
        let offered = await phone.post("/v1/pairing")
        #expect(offered.status == 201)
        let (id, code) = (offered.string("id"), offered.string("code"))
        #expect(code.count == 9)
        #expect(offered.string("url") == "daybook://pair?server=https%3A%2F%2Ftodo.example.org&code=\(code)")
        #expect(await phone.get("/v1/pairing/\(id)").string("state") == "offered")

        // Typed on the other device, at the other process.
        let laptop = houses[1].caller
        let claimed = await laptop.post("/v1/pairing/claim", claim(code.lowercased().replacing("-", with: " ")))
        #expect(claimed.status == 200)
        let (number, secret) = (claimed.number("number"), claimed.string("secret"))
        #expect((1000...9999).contains(number))
        let seen = await phone.get("/v1/pairing/\(id)")
        #expect(seen.string("state") == "claimed" && seen.string("deviceName") == "Laptop")
        #expect(!seen.text.contains("\(number)"), "the number is for people to compare")
        #expect(await laptop.post("/v1/pairing/token", arrival(code, secret)).status == 202)

        // The question waits, and the answer comes as soon as the number is confirmed.
        async let waiting = arrive(at: laptop, arrival(code, secret, wait: 20))
        #expect(await phone.post("/v1/pairing/\(id)/confirmation", #"{"number":\#(number)}"#).status == 204)
        let arrived = await waiting
        #expect(arrived.status == 200)
        #expect(arrived.string("device.name") == "Laptop")
        let begun = await laptop.with(arrived.string("token")).post("/v1/pairing")
        #expect(begun.status == 201, "the token counts")
        #expect(TokenText(arrived.string("token"))?.account == phone.token.flatMap(TokenText.init)?.account)
        // It is told once.
        #expect(await laptop.post("/v1/pairing/token", arrival(code, secret)).statusAndCode == "404 pairing_over")
        #expect(await phone.get("/v1/pairing/\(id)").status == 404)
        #expect(await laptop.post("/v1/pairing/claim", claim(code)).status == 404)
    }

    @Test func ofTwoWhoClaimOneCodeTheSecondIsTold() async throws {
        let (houses, _) = try await openHouses(2, Self.named)
        let (id, code) = await offer(await houses[0].newcomer())
        #expect(!id.isEmpty)
        let statuses = await atOnce(0..<6) { index in
            await houses[index % 2].caller.post("/v1/pairing/claim", claim(code)).status
        }
        #expect(statuses.sorted() == [200, 409, 409, 409, 409, 409])
    }

    @Test func theTokenIsMadeOnceHoweverManyAskForIt() async throws {
        let (houses, _) = try await openHouses(2, Self.named)
        let phone = await houses[0].newcomer()
        let (id, code) = await offer(phone)
        let claimed = await houses[1].caller.post("/v1/pairing/claim", claim(code))
        let body = arrival(code, claimed.string("secret"), wait: 20)
        async let statuses = atOnce(0..<6) { index in
            await arrive(at: houses[index % 2].caller, body).status
        }
        let confirmation = #"{"number":\#(claimed.number("number"))}"#
        #expect(await phone.post("/v1/pairing/\(id)/confirmation", confirmation).status == 204)
        #expect(await statuses.sorted() == [200, 404, 404, 404, 404, 404])
        let account = try #require(phone.token.flatMap(TokenText.init)).account
        #expect(try await houses[0].database.read(of: account, "SELECT FROM device").count == 2)
    }

    @Test func threeWrongNumbersEndIt() async throws {
        let house = try await openHouse(Self.named)
        let phone = await house.newcomer()
        let (id, code) = await offer(phone)
        #expect(await phone.post("/v1/pairing/\(id)/confirmation", #"{"number":1234}"#).code == "pairing_unclaimed")
        let claimed = await house.caller.post("/v1/pairing/claim", claim(code))
        let wrong = #"{"number":\#(claimed.number("number") == 1000 ? 1001 : 1000)}"#
        var left: [Int] = []
        for _ in 0..<3 {
            let answer = await phone.post("/v1/pairing/\(id)/confirmation", wrong)
            #expect(answer.status == 403 && answer.code == "pairing_number_wrong")
            left.append(answer.number("triesLeft"))
        }
        #expect(left == [2, 1, 0])
        let right = #"{"number":\#(claimed.number("number"))}"#
        #expect(await phone.post("/v1/pairing/\(id)/confirmation", right).status == 404)
        #expect(await house.caller.post("/v1/pairing/token", arrival(code, claimed.string("secret"))).status == 404)
    }

    @Test func whatIsOverIsOver() async throws {
        let house = try await openHouse(Self.named)
        let phone = await house.newcomer()
        // Cancelled after the claim.
        var (id, code) = await offer(phone)
        var claimed = await house.caller.post("/v1/pairing/claim", claim(code))
        #expect(await phone.delete("/v1/pairing/\(id)").status == 204)
        #expect(await phone.delete("/v1/pairing/\(id)").status == 404)
        #expect(await house.caller.post("/v1/pairing/token", arrival(code, claimed.string("secret"))).status == 404)
        // Ended by a new offer.
        (id, code) = await offer(phone)
        let second = await offer(phone)
        #expect(await house.caller.post("/v1/pairing/claim", claim(code)).status == 404)
        // Expired before the confirmation, and between it and the token.
        claimed = await house.caller.post("/v1/pairing/claim", claim(second.code))
        let number = #"{"number":\#(claimed.number("number"))}"#
        try await house.database.write("UPDATE pairing SET expires_at = expires_at - interval '11 minutes'")
        #expect(await phone.post("/v1/pairing/\(second.id)/confirmation", number).status == 404)
        try await house.database.write("UPDATE pairing SET expires_at = expires_at + interval '11 minutes'")
        #expect(await phone.post("/v1/pairing/\(second.id)/confirmation", number).status == 204)
        try await house.database.write("UPDATE pairing SET expires_at = expires_at - interval '11 minutes'")
        let late = arrival(second.code, claimed.string("secret"))
        #expect(await house.caller.post("/v1/pairing/token", late).status == 404)
        try await dropExpiredRows(from: house.database, now: .now())
        #expect(try await house.database.read("SELECT 1 FROM pairing").isEmpty)
    }

    /// A device that was let in by theft may have opened the next way in for itself.
    @Test(arguments: ["device", "others", "token", "itself"])
    func aDeviceThatIsSentAwayLeavesNoWayIn(_ way: String) async throws {
        let house = try await openHouse(Self.named)
        let owner = await house.newcomer()
        let made = await owner.post("/v1/tokens", #"{"label":"Laptop","scope":"full"}"#)
        let thief = house.caller.with(made.string("token"))
        let (id, code) = await offer(thief)
        let claimed = await house.caller.post("/v1/pairing/claim", claim(code))
        let number = #"{"number":\#(claimed.number("number"))}"#
        #expect(await thief.post("/v1/pairing/\(id)/confirmation", number).status == 204)
        let path =
            switch way {
            case "device": "/v1/devices/\(made.string("device.id"))"
            case "others": "/v1/devices/others"
            default: "/v1/tokens/\(made.string("id"))"
            }
        let gone = way == "itself" ? await thief.post("/v1/logout") : await owner.delete(path)
        #expect((200..<300).contains(gone.status), "\(path)")
        let arrived = await house.caller.post("/v1/pairing/token", arrival(code, claimed.string("secret")))
        #expect(arrived.statusAndCode == "404 pairing_over")
    }

    @Test func whoStaysGoesOnPairingWhileOthersAreSentAway() async throws {
        let house = try await openHouse(Self.named)
        let owner = await house.newcomer()
        _ = await owner.post("/v1/tokens", #"{"label":"Laptop","scope":"full"}"#)
        let (id, code) = await offer(owner)
        let claimed = await house.caller.post("/v1/pairing/claim", claim(code))
        #expect(await owner.delete("/v1/devices/others").status == 200)
        let number = #"{"number":\#(claimed.number("number"))}"#
        #expect(await owner.post("/v1/pairing/\(id)/confirmation", number).status == 204)
        let arrived = await house.caller.post("/v1/pairing/token", arrival(code, claimed.string("secret")))
        #expect(arrived.status == 200)
    }

    @Test func othersSeeNothingOfIt() async throws {
        let house = try await openHouse(Self.named)
        let (id, code) = await offer(await house.newcomer())
        let stranger = await house.newcomer()
        #expect(await stranger.get("/v1/pairing/\(id)").status == 404)
        #expect(await stranger.delete("/v1/pairing/\(id)").status == 404)
        #expect(await stranger.post("/v1/pairing/\(id)/confirmation", #"{"number":1234}"#).status == 404)
        _ = await house.caller.post("/v1/pairing/claim", claim(code))
        // Another secret than the one that was told.
        let guess = arrival(code, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        #expect(await house.caller.post("/v1/pairing/token", guess).status == 404)
    }

    @Test func guessesAtCodesEnd() async throws {
        let (houses, _) = try await openHouses(2, Self.named)
        let (_, code) = await offer(await houses[0].newcomer())
        var statuses: [Int] = []
        for index in 0..<21 {
            statuses.append(await houses[index % 2].caller.post("/v1/pairing/claim", claim("0000-0000")).status)
        }
        #expect(statuses == Array(repeating: 404, count: 20) + [429])
        // The right one, too: whoever guesses is not told.
        #expect(await houses[0].caller.post("/v1/pairing/claim", claim(code)).status == 429)
    }

    @Test func theArithmeticOfThePage() {
        let codes = Double(1 << 40)
        #expect(Double(ReadableCode.alphabet.count) == 32 && PairingCode.length == 8)
        // An offer's life touches at most two windows.
        #expect(Double(2 * Pairings.guessesPerAddress) / codes < 1e-6)
        #expect(Double(2 * Pairings.guessesAnywhere) * 500 / codes < 1e-6)
        #expect(Double(Pairings.guessesPerAddress) * 24 * 365 / codes < 1e-6)
    }
}
