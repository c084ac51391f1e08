import Glibc
import WebClient

/// One request to a receiver, and what came of it.
struct Dispatch: Sendable {
    let client: WebClient
    /// Seconds since 1970.
    let now: @Sendable () -> Int

    func send(_ request: WebRequest) async -> SendOutcome {
        await send(request) { SendOutcome($0, now: now()) }
    }

    func send(_ request: WebRequest, _ meaning: (WebAnswer) -> SendOutcome) async -> SendOutcome {
        do { return meaning(try await client.ask(request)) } catch { return SendOutcome(error) }
    }
}

public enum WallClock {
    /// Seconds since 1970.
    public static let seconds: @Sendable () -> Int = { time(nil) }
}
