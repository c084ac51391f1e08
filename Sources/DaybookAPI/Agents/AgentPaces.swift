import DaybookAgents
import DaybookCore
import DaybookHost
import Synchronization

/// What each assistant of this process did lately. Nothing is kept of those that change nothing; of more than so many
/// those that were still for longest begin anew.
final class AgentPaces: Sendable {
    private let paces: Mutex<RecentlyUsed<Identifier, AgentPace>>

    init(room: Int = 2_048) { paces = Mutex(RecentlyUsed(room: room)) }

    func bound(on act: AgentDeed.Act, by device: Identifier, at now: AgentPace.Moment = .now) -> AgentBound? {
        paces.withLock { paces in
            var pace = paces.find(device) ?? AgentPace()
            defer { paces.insert(pace, for: device) }
            return pace.bound(on: act, at: now)
        }
    }
}
