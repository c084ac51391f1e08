import HTTP

@testable import DaybookAccounts

extension Routes {
    /// A route of those who bring a token, answered as if this one always asked.
    mutating func add(_ route: GuardedRoute, as principal: Principal) {
        guard case .guarded(_, let answer) = route.answer else { return }
        on(route.method, route.pattern) { try await answer($0, principal) }
    }
}
