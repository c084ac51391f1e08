import DaybookAccounts
import DaybookCore
import DaybookLedger
import Reactor
import Synchronization

/// All streams of this process. Each lives on its connection's reactor and is found there by its account; what one
/// reactor commits reaches the others at the end of its turn, except those without a stream for the account.
final class LiveHub: Sendable {
    private let reactors: [Reactor]
    private let audiences: PerReactor<Audience>
    private let sizes: [Count]

    private final class Count: Sendable {
        let value = Atomic<Int>(0)
    }

    init(_ group: ReactorGroup, heartbeat: Duration) {
        reactors = group.reactors
        audiences = PerReactor(group) { Audience($0, heartbeat: heartbeat) }
        sizes = group.reactors.map { _ in Count() }
    }

    // MARK: News

    func tell(_ news: News) {
        let isHere: Void? = audiences.withCurrent { audience in
            audience.hear(news)
            guard let here = Reactor.current, hasOthers(than: here) else { return }
            if audience.outgoing.isEmpty { here.atEndOfTurn(EndOfTurn(self)) }
            audience.outgoing.append(news)
        }
        if isHere == nil { send([news], to: reactors) }
    }

    private func hasOthers(than here: Reactor) -> Bool {
        reactors.contains { $0 !== here && sizes[$0.index].value.load(ordering: .relaxed) > 0 }
    }

    fileprivate func spread() {
        let news: [News]? = audiences.withCurrent { audience in
            defer { audience.outgoing = [] }
            return audience.outgoing
        }
        send(news ?? [], to: reactors.filter { !$0.isCurrent && sizes[$0.index].value.load(ordering: .relaxed) > 0 })
    }

    private func send(_ news: [News], to reactors: [Reactor]) {
        for reactor in reactors {
            reactor.execute { self.audiences.withCurrent { audience in for item in news { audience.hear(item) } } }
        }
    }

    private final class EndOfTurn: TurnHandler {
        let hub: LiveHub
        init(_ hub: LiveHub) { self.hub = hub }
        func turnEnded() { hub.spread() }
    }

    // MARK: Streams

    /// Nil off the reactors.
    func join(_ listener: Principal) -> LiveStream? {
        audiences.withCurrent { audience in
            defer { noteSize(audience) }
            return audience.join(listener)
        }
    }

    func leave(_ stream: LiveStream) {
        audiences.withCurrent { audience in
            audience.leave(stream)
            noteSize(audience)
        }
    }

    private func noteSize(_ audience: Audience) {
        guard let here = Reactor.current else { return }
        sizes[here.index].value.store(audience.count, ordering: .relaxed)
    }

    /// Waits for what the stream has to say next; nil is its end.
    ///
    /// - Parameter fetch: gets what waits for the stream's device.
    func next(of stream: LiveStream, fetching fetch: () async -> [UInt8]) async -> [UInt8]? {
        while !Task.isCancelled {
            switch stream.next() {
            case .reminders:
                let events = await fetch()
                if !events.isEmpty { return events }
            case .end: return nil
            case .sign: return LiveEvent.sign
            case .step(let event):
                audiences.withCurrent { $0.noteEvent(inline: true) }
                return event
            case .revision(let revision):
                let epoch = audiences.withCurrent { audience in
                    audience.noteEvent(inline: false)
                    return audience.epoch
                }
                // A revision is only ever learned together with its epoch or after it.
                guard let epoch = epoch ?? nil else { return nil }
                return LiveEvent(cursor: SyncCursor(epoch: epoch, revision: revision)).message
            case .nothing: await wait(for: stream)
            }
        }
        return nil
    }

    private func wait(for stream: LiveStream) async {
        guard let reactor = Reactor.current else { return stream.end() }
        let (id, account) = (stream.id, stream.listener.account)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if stream.hasSomething || Task.isCancelled { return continuation.resume() }
                stream.waiting = continuation
            }
        } onCancel: {
            reactor.execute { self.audiences.withCurrent { $0.wake(id, of: account) } }
        }
    }

    // MARK: Looking after them

    /// The position before any revision of that epoch.
    func learn(_ epoch: Identifier) {
        for reactor in reactors where !reactor.isCurrent {
            reactor.execute { self.audiences.withCurrent { $0.learn(epoch) } }
        }
        learnHere(epoch)
    }

    func learnHere(_ epoch: Identifier) { audiences.withCurrent { $0.learn(epoch) } }

    func end(_ listeners: Set<Principal>) {
        for reactor in reactors { reactor.execute { self.audiences.withCurrent { $0.end(listeners) } } }
    }

    var listeners: [Principal] {
        get async { await audiences.collect(\.listeners).flatMap { $0 } }
    }

    var figures: LiveFigures {
        get async { await audiences.collect(\.figures).reduce(LiveFigures(), +) }
    }

    var count: Int { sizes.reduce(0) { $0 + $1.value.load(ordering: .relaxed) } }
}
