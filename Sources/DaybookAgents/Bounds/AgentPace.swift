import DaybookCore

/// How much one assistant may change, and what it did lately. It takes a few kilobytes, however much is asked.
package struct AgentPace: Sendable {
    package typealias Moment = ContinuousClock.Instant

    static let mostAMinute = 60
    static let mostADay = 1_000
    /// Tasks that are touched, and deleted, within the time that counts as lately.
    static let mostTasks = 50
    static let mostDeletions = 10
    static let lately = Duration.seconds(600)
    /// So often the very same may be done among the last so many, within the same time.
    static let mostAlike = 5
    static let remembered = 20

    private var lastMinute: [Moment] = []
    private var day: (began: Moment, count: Int)?
    /// Each task once, by when it was touched last.
    private var tasks: [Identifier: Moment] = [:]
    /// What touched a task that has no name here: a new one, or that of a change that is undone.
    private var others: [Moment] = []
    private var deletions: [Moment] = []
    /// What was done last, as hashes.
    private var acts: [(act: Int, at: Moment)] = []

    package init() {}

    /// Why a change has to wait, or is for the person to decide; nil where it may be made, and then it counts.
    package mutating func bound(on act: AgentDeed.Act, at now: Moment = .now) -> AgentBound? {
        forget(before: now)
        let hash = act.hashValue
        if acts.count(where: { $0.act == hash }) >= Self.mostAlike { return .alike }
        if act.deletes, deletions.count >= Self.mostDeletions { return .deletions(wait(for: deletions, now)) }
        let isNew = !act.isProposal && act.task.map { tasks[$0] == nil } ?? true
        if isNew, tasks.count + others.count >= Self.mostTasks {
            return .tasks(wait(for: others + tasks.values, now))
        }
        if let day, day.count >= Self.mostADay { return .day(.seconds(86_400) - day.began.duration(to: now)) }
        if lastMinute.count >= Self.mostAMinute { return .minute(.seconds(60) - lastMinute[0].duration(to: now)) }
        note(act, hash, at: now)
        return nil
    }

    private mutating func note(_ act: AgentDeed.Act, _ hash: Int, at now: Moment) {
        lastMinute.append(now)
        day = (day?.began ?? now, (day?.count ?? 0) + 1)
        if let task = act.task { tasks[task] = now } else if !act.isProposal { others.append(now) }
        if act.deletes { deletions.append(now) }
        acts.append((hash, now))
        if acts.count > Self.remembered { acts.removeFirst() }
    }

    private mutating func forget(before now: Moment) {
        let (minuteAgo, lately) = (now - .seconds(60), now - Self.lately)
        lastMinute.removeAll { $0 <= minuteAgo }
        if let day, day.began <= now - .seconds(86_400) { self.day = nil }
        tasks = tasks.filter { $0.value > lately }
        others.removeAll { $0 <= lately }
        deletions.removeAll { $0 <= lately }
        acts.removeAll { $0.at <= lately }
    }

    /// Until the first of them is forgotten.
    private func wait(for moments: [Moment], _ now: Moment) -> Duration {
        Self.lately - (moments.min()?.duration(to: now) ?? .zero)
    }
}

/// Why an assistant's change was not made although it could be.
package enum AgentBound: Hashable, Sendable {
    case minute(Duration)
    case day(Duration)
    case tasks(Duration)
    case deletions(Duration)
    case alike

    package var code: String {
        switch self {
        case .minute: "agent_too_fast"
        case .day: "agent_day_spent"
        case .tasks: "agent_touches_too_many"
        case .deletions: "agent_deletes_too_many"
        case .alike: "agent_repeats_itself"
        }
    }

    /// For the assistant, and to be told to the person.
    ///
    /// - Parameter proposes: it may have the person do the rest.
    private func sentence(proposes: Bool) -> String {
        switch self {
        case .tasks where !proposes:
            """
            An assistant may touch \(AgentPace.mostTasks) tasks in ten minutes, and these are touched. Stop, tell the person \
            what was done and what is left, and ask whether to go on later.
            """
        case .deletions where !proposes:
            """
            An assistant may delete \(AgentPace.mostDeletions) tasks in ten minutes, and these are deleted. Stop, and tell \
            the person which others were meant to go; the app deletes many at once.
            """
        case .minute: "An assistant may make \(AgentPace.mostAMinute) changes a minute. Wait before the next."
        case .day:
            """
            An assistant may make \(AgentPace.mostADay) changes a day, and these are made. Tell the person what is left to do.
            """
        case .tasks:
            """
            An assistant may touch \(AgentPace.mostTasks) tasks in ten minutes, and these are touched. Stop, tell the person \
            what was done, and propose the rest in one call of the tool propose: then the person sees it whole, and decides.
            """
        case .deletions:
            """
            An assistant may delete \(AgentPace.mostDeletions) tasks in ten minutes, and these are deleted. Stop, and propose \
            the others in one call of the tool propose: then the person sees which are meant to go, and decides.
            """
        case .alike:
            "The very same change was made \(AgentPace.mostAlike) times. Stop, and tell the person what was meant."
        }
    }

    private var wait: Duration? {
        switch self {
        case .minute(let wait), .day(let wait), .tasks(let wait), .deletions(let wait): wait
        case .alike: nil
        }
    }

    /// As a tool tells it.
    package func document(proposes: Bool = false) -> [UInt8] {
        JSONWriter.document { json in
            json.member("code", code)
            json.member("detail", sentence(proposes: proposes))
            if let wait { json.member("retryAfter", max(1, Int(wait.components.seconds) + 1)) }
        }
    }
}
