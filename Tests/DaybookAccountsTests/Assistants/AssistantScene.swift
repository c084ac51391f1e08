@testable import DaybookAccounts
@testable import TestService

/// Somebody with a password, a server that lets assistants in, and a program that nobody has let in yet.
enum AssistantScene {
    static let email = "anna@example.org"

    static func open(_ policy: String = "write", _ settings: [String: String] = [:]) async throws -> LiveHouse {
        try await openHouse(Self.settings(policy).merging(settings) { $1 })
    }

    static func settings(_ policy: String) -> [String: String] {
        cheapPasswords.merging(["DAYBOOK_AGENTS": policy, "DAYBOOK_PUBLIC_URL": "https://todo.example.org"]) { $1 }
    }

    static func begin(_ policy: String = "write") async throws -> (LiveHouse, Caller, Applicant) {
        let house = try await open(policy)
        let anna = await house.claimed(email).caller
        return (house, anna, try await .registered(house))
    }

    /// What an account holds that a refusal must leave alone.
    static func standing(_ caller: Caller) async -> [String] {
        [await caller.get("/v1/devices").text, await caller.get("/v1/tokens").text].map { text in
            text.split(separator: ",").filter { !$0.contains("last") }.joined(separator: ",")
        }
    }
}
