import Testing

/// Devices whose clocks are wrong, over real HTTP.
@Suite(.closing) struct ClockTests {
    private let api: API

    init() async throws { api = try await API.serving() }

    private static let twoHours: Int64 = 7_200_000

    /// Made a second apart, and the upload of the first took ten.
    @Test(arguments: [-twoHours, twoHours]) func whatIsMadeLaterIsLater(_ ahead: Int64) async throws {
        var phone = try await Hand.several(api, ahead: [ahead])[0]
        let task = Hand.name()
        try await phone.sync([phone.change(task, at: -10_000, #"{"title":"First"}"#)], sent: -10_000)
        let second = try await phone.sync([phone.change(task, at: -9_000, #"{"title":"Second"}"#)], sent: 0)
        #expect(second.outcomes == ["applied"])
        #expect(try await phone.task(task)["title"].text == "Second")
    }

    /// One second, many pushes, and clocks that all read the same.
    @Test(arguments: [0, 0xFFFF]) func aBurstKeepsItsOrder(_ counter: Int) async throws {
        var phone = try await Hand.several(api, ahead: [-Self.twoHours])[0]
        let task = Hand.name()
        for number in 0..<20 {
            let title = #"{"title":"Edit \#(number)"}"#
            let answer = try await phone.sync([phone.change(task, at: -5_000, counter: counter, title)], sent: 0)
            #expect(answer.outcomes == ["applied"], "\(number)")
            #expect(try await phone.task(task)["title"].text == "Edit \(number)")
        }
    }

    /// A completion that the reopening device never saw stays.
    @Test func aReopeningTakesBackWhatItNamesAndNothingElse() async throws {
        var hands = try await Hand.several(api, ahead: [-Self.twoHours, 0])
        let task = Hand.name()
        let phone = hands[0]
        try await hands[0].sync([
            phone.change(task, at: -60_000, #"{"title":"Tea"}"#),
            phone.change(task, at: -50_000, #"{"state":"completed"}"#),
        ])
        let page = try await api.ask("POST", "/v1/sync", token: phone.token, "{}").json
        let completion = try #require(page["changes"]["tasks"][0]["completion"]["clock"].text)
        let reopening = phone.change(task, at: -20_000, #"{"state":"notStarted"}"#, #","reopens":"\#(completion)""#)
        #expect(try await hands[0].sync([reopening]).outcomes == ["applied"])
        #expect(try await phone.task(task)["state"].text == "notStarted")
        // Offline, before the reopening, by somebody who knew nothing of either.
        try await hands[1].sync([hands[1].change(task, at: -40_000, #"{"state":"completed"}"#)])
        #expect(try await phone.task(task)["state"].text == "completed")
        let summary = try await api.ask("GET", "/v1/analytics/summary", token: phone.token).json
        #expect(summary["ever"].number == 1)
    }

    /// The phone is 35 seconds ahead and says nothing of its clock; the laptop sees what it did and answers at once.
    @Test func whoeverSawItWins() async throws {
        var hands = try await Hand.several(api, ahead: [35_000, 0])
        let task = Hand.name()
        let phone = hands[0]
        try await hands[0].sync(
            [
                phone.change(task, at: -1_000, #"{"title":"Phone"}"#),
                phone.change(task, at: 0, #"{"state":"completed"}"#),
            ], sent: nil)
        let page = try await hands[1].sync().json
        let completion = try #require(page["changes"]["tasks"][0]["completion"]["clock"].text)
        let base = try #require(hands[1].cursor)
        let laptop = hands[1]
        let answer = try await hands[1].sync([
            laptop.change(task, at: -30_000, #"{"title":"Laptop"}"#, #","base":"\#(base)""#),
            laptop.change(task, at: -29_000, #"{"state":"notStarted"}"#, #","reopens":"\#(completion)""#),
        ])
        #expect(answer.outcomes == ["applied", "applied"])
        let row = try await laptop.task(task)
        #expect(row["title"].text == "Laptop" && row["state"].text == "notStarted")
    }

    @Test func theEndsOfTimeAreAnsweredAndBlockNothing() async throws {
        let ends = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]
        for sentAt in ends {
            for at in ends {
                var phone = try await Hand.several(api, ahead: [0])[0]
                let task = Hand.name()
                let body = """
                    {"sentAt":"\(sentAt)","ops":[{"opId":"\(Hand.name())","entity":"task","id":"\(task)","at":"\(at)",\
                    "fields":{"title":"End"}}]}
                    """
                let answer = try await api.ask("POST", "/v1/sync", token: phone.token, body)
                #expect(answer.status == 200 && answer.outcomes == ["applied"], "\(sentAt) \(at)")
                let next = try await phone.sync([phone.change(task, at: 0, #"{"title":"After"}"#)])
                #expect(next.status == 200 && next.outcomes == ["applied"], "\(sentAt) \(at)")
                #expect(try await phone.task(task)["title"].text == "After")
            }
        }
    }
}
