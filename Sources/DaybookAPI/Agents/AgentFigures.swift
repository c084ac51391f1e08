import DaybookAccounts
import DaybookAgents
import DaybookHost
import HTTP
import Synchronization

/// What /metrics shows of assistants in this process. All labels are words of the program, so there are as many series
/// at most as it has tools and bounds; whatever an assistant says stands in none.
package final class AgentFigures: Sendable {
    private struct Call: Hashable {
        let tool: String
        let outcome: AgentOutcome
    }

    private struct Counts {
        var calls: [Call: Int] = [:]
        var bounds: [String: Int] = [:]
        var proposals: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())

    func called(_ tool: String, _ outcome: AgentOutcome) {
        counts.withLock { $0.calls[Call(tool: tool, outcome: outcome), default: 0] += 1 }
    }

    func stopped(by bound: AgentBound) { counts.withLock { $0.bounds[bound.code, default: 0] += 1 } }

    /// The same routes, of whose answers it follows what became of proposals.
    func following(_ routes: [GuardedRoute]) -> [GuardedRoute] {
        routes.map { route in
            guard let (outcome, status) = Self.outcome(of: route) else { return route }
            return route.noting { [self] answer in
                if answer == status { counts.withLock { $0.proposals[outcome, default: 0] += 1 } }
            }
        }
    }

    private static func outcome(of route: GuardedRoute) -> (String, Status)? {
        switch (route.method, route.pattern) {
        case (.post, "/v1/proposals"): ("made", .created)
        case (.post, _): ("applied", .ok)
        case (.delete, _): ("dismissed", .noContent)
        default: nil
        }
    }

    package var exposed: @Sendable () async -> CapabilityFigures {
        { [self] in
            let counts = counts.withLock(\.self)
            return { page in
                page.begin(
                    "daybook_agent_calls_total", .counter, "Calls of tools by assistants, by what became of them.")
                for (call, count) in counts.calls.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
                    page.sample(count, ["tool": call.tool, "outcome": call.outcome.rawValue])
                }
                page.begin(
                    "daybook_agent_stops_total", .counter,
                    "Changes that an assistant was refused, having made too many.")
                for (bound, count) in counts.bounds.sorted(by: { $0.key < $1.key }) {
                    page.sample(count, ["bound": bound])
                }
                page.begin("daybook_proposals_total", .counter, "Proposals, by what became of them.")
                for outcome in ["made", "applied", "dismissed"] {
                    page.sample(counts.proposals[outcome] ?? 0, ["outcome": outcome])
                }
            }
        }
    }

    private static func order(_ call: Call) -> String { "\(call.tool) \(call.outcome.rawValue)" }
}
