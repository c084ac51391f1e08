/// When to talk to the server. Pure: it is told what happened and says what comes next; whoever holds it does it.
package struct SyncPace: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case exchange
        case wait(until: Instant)
        /// Nothing helps but a person.
        case halt
    }

    package enum Ended: Hashable, Sendable {
        /// `more`: there are further pages or operations.
        case exchanged(more: Bool)
        /// No answer, or one that may be another next time. The server may have said when to come again.
        case failed(retryAfter: Int64?)
        /// The server refused to read what was sent; the queue was cut down, so the next try is another.
        case refused
        /// It cannot go on without a person.
        case halted
    }

    private enum State: Hashable, Sendable {
        case due
        case exchanging(again: Bool)
        case resting(until: Instant)
        case failing(until: Instant)
        case halted
    }

    private var state = State.due
    private var backoff = Backoff.network
    /// While a live stream tells of changes, asking without cause only guards against a lost word.
    package var isLive = false

    package init() {}

    package static let livePoll: Int64 = 300_000
    package static let blindPoll: Int64 = 30_000

    package func next(now: Instant) -> Step {
        switch state {
        case .due: .exchange
        case .exchanging(let again): again ? .exchange : .wait(until: now.adding(milliseconds: Self.blindPoll))
        case .resting(let until), .failing(let until): until <= now ? .exchange : .wait(until: until)
        case .halted: .halt
        }
    }

    /// Something changed here or there. A server that just failed is left alone until its time has come.
    package mutating func want() {
        switch state {
        case .resting: state = .due
        case .exchanging: state = .exchanging(again: true)
        case .due, .failing, .halted: break
        }
    }

    /// The network came back, somebody logged in or asked by hand: there is reason to hope.
    package mutating func hope() {
        backoff.succeed()
        if case .exchanging = state { state = .exchanging(again: true) } else { state = .due }
    }

    package var isExchanging: Bool {
        if case .exchanging = state { true } else { false }
    }

    package mutating func began() { state = .exchanging(again: false) }

    package mutating func ended(_ ended: Ended, now: Instant, random: UInt64) {
        var again = false
        if case .exchanging(again: true) = state { again = true }
        switch ended {
        case .exchanged(let more):
            backoff.succeed()
            let poll = isLive ? Self.livePoll : Self.blindPoll
            // Spread by a tenth, or devices that began together would ask together for ever.
            let spread = Int64(random % UInt64(poll / 10))
            state = more || again ? .due : .resting(until: now.adding(milliseconds: poll - spread))
        case .failed(let retryAfter):
            let wait = backoff.afterFailure(random)
            state = .failing(until: now.adding(milliseconds: max(wait, retryAfter ?? 0)))
        case .refused: state = .due
        case .halted: state = .halted
        }
    }
}
