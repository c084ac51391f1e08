import DaybookCore
import HTTP
import TestPostgres
import Testing

@testable import DaybookHost
@testable import DaybookReminders
@testable import TestStore

/// Nobody can have the server write to strangers as often as they like.
@Suite(.closing) struct ConfirmationLimitTests {
    private let now = Instant(milliseconds: 1_780_000_000_000)

    private func isRefused(
        _ limit: ConfirmationLimit, _ email: String, _ account: Identifier = .random(), from network: String = "n",
        after seconds: Int64 = 0
    ) async throws -> Bool {
        do {
            let address = try ChannelAddress(.email, ["email": email])
            try await limit.draw(to: address, for: account, from: network, now: now.adding(seconds: seconds))
            return false
        } catch let problem as Problem {
            #expect(problem.type == .tooManyConfirmations)
            #expect((problem.fields["retry-after"].flatMap { Int($0) } ?? 0) > 0)
            return true
        }
    }

    @Test func threeADayToOneAddressHoweverItIsSpelt() async throws {
        let limit = ConfirmationLimit(try await openMigrated(), .random())
        for email in ["ada@example.org", "Ada@Example.org", "ada+lists@example.org"] {
            #expect(try await !isRefused(limit, email))
        }
        #expect(try await isRefused(limit, "ada+more@example.org"))
        #expect(try await !isRefused(limit, "ada@example.com"))
        #expect(try await !isRefused(limit, "ada@example.org", after: 86_401))
    }

    @Test func tenADayForOneAccountAndThirtyFromOneNetwork() async throws {
        let limit = ConfirmationLimit(try await openMigrated(), .random())
        let account = Identifier.random()
        for number in 1...10 { #expect(try await !isRefused(limit, "a\(number)@example.org", account)) }
        #expect(try await isRefused(limit, "a11@example.org", account))
        for number in 1...20 { #expect(try await !isRefused(limit, "b\(number)@example.org")) }
        #expect(try await isRefused(limit, "b21@example.org"))
        #expect(try await !isRefused(limit, "b22@example.org", from: "elsewhere"))
    }

    @Test func thirtyTestsAnHourForOneAccount() async throws {
        let limit = ChannelTestLimit(try await openMigrated(), .random())
        let account = Identifier.random()
        for _ in 1...ChannelTestLimit.perHour { try await limit.draw(for: account, now: now) }
        let problem = await #expect(throws: Problem.self) { try await limit.draw(for: account, now: now) }
        #expect(problem?.type.code == "rate_limited" && problem?.fields["retry-after"] == "3600")
        try await limit.draw(for: .random(), now: now)
        try await limit.draw(for: account, now: now.adding(seconds: 3_601))
    }
}
