import DaybookCore
import Postgres
import Reactor

extension SignIn {
    /// Forgets, every minute, what has no meaning any more: pairings that have expired, failures that are long ago.
    func sweep(_ pairings: Pairings) async {
        while !Task.isCancelled {
            await Reactor.current?.sleep(for: .seconds(60))
            // What fails now is tried again in a minute; nothing depends on it.
            try? await pairings.sweep()
            try? await login.guardian.sweep()
        }
    }
}

extension LoginGuard {
    func sweep(now: Instant = .now()) async throws {
        try await database.write(
            "DELETE FROM login_guard WHERE failed_at < \(now.adding(milliseconds: -Self.memory))")
    }
}
