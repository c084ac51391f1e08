import DaybookAccounts
import DaybookCore
import DaybookLedger
import Reactor

/// The streams of one reactor's connections, touched on its thread alone.
final class Audience {
    /// A device that comes back before its old connection is known to be dead leaves one behind; more is a mistake.
    static let streamsPerDevice = 4
    /// Heartbeats go out to so many parts of the streams in turn, so that they make no bursts.
    static let slices = 32

    private let reactor: Reactor
    private let heartbeat: Duration
    private var all: [LiveStream] = []
    private var byAccount: [Identifier: [LiveStream]] = [:]
    private var serial: UInt64 = 0
    private var slice = 0
    private var timer: TimerToken?
    private(set) var epoch: Identifier?
    /// This process's news, which reaches the other reactors at the end of the turn.
    var outgoing: [News] = []
    private(set) var figures = LiveFigures()

    init(_ reactor: Reactor, heartbeat: Duration) {
        self.reactor = reactor
        self.heartbeat = heartbeat
    }

    var count: Int { all.count }
    var listeners: [Principal] { all.map(\.listener) }

    // MARK: Coming and going

    func join(_ listener: Principal) -> LiveStream {
        serial += 1
        let stream = LiveStream(id: serial, listener)
        stream.place = all.count
        all.append(stream)
        let old = byAccount[listener.account, default: []].filter { $0.listener.device == listener.device }
        for surplus in old.dropLast(Self.streamsPerDevice - 1) { surplus.end() }
        byAccount[listener.account, default: []].append(stream)
        figures.streams = all.count
        if timer == nil { setTimer() }
        return stream
    }

    func leave(_ stream: LiveStream) {
        guard stream.place < all.count, all[stream.place] === stream else { return }
        all.swapAt(stream.place, all.count - 1)
        all[stream.place].place = stream.place
        all.removeLast()
        byAccount[stream.listener.account]?.removeAll { $0 === stream }
        if byAccount[stream.listener.account]?.isEmpty == true { byAccount[stream.listener.account] = nil }
        figures.streams = all.count
        if all.isEmpty, let timer {
            reactor.cancel(timer)
            self.timer = nil
        }
    }

    func wake(_ id: UInt64, of account: Identifier) { byAccount[account]?.first { $0.id == id }?.wake() }

    // MARK: Heartbeats

    /// A stream that moves up when another leaves may be passed over once, or beat twice.
    private func setTimer() {
        timer = reactor.schedule(after: heartbeat / Self.slices) { [weak self] in
            guard let self else { return }
            for place in stride(from: slice, to: all.count, by: Self.slices) { all[place].beat() }
            slice = (slice + 1) % Self.slices
            timer = nil
            if !all.isEmpty { setTimer() }
        }
    }

    // MARK: News

    func hear(_ news: News) {
        switch news {
        case .committed(let commit, let after, let account):
            guard let streams = byAccount[account] else { return }
            var step: [UInt8]?
            // Whose push it is has the rows with its answer.
            if let epoch, streams.contains(where: { $0.isAt(after) && $0.listener.device != commit.pusher }) {
                step = commit.smallChanges(after: after).map {
                    LiveEvent(cursor: SyncCursor(epoch: epoch, revision: commit.revision), changes: $0).message
                }
            }
            for stream in streams {
                let isPusher = stream.listener.device == commit.pusher
                stream.reach(commit.revision, after: after, step: isPusher ? nil : step)
            }
        case .reached(let revision, let account):
            for stream in byAccount[account] ?? [] { stream.reach(revision) }
        case .ended(.device(let device, let account)):
            for stream in byAccount[account] ?? [] where stream.listener.device == device { stream.end() }
        case .ended(.account(let account)):
            for stream in byAccount[account] ?? [] { stream.end() }
        case .ended(.unknown): break
        case .reminded(let account): for stream in byAccount[account] ?? [] { stream.remind() }
        case .toTell: break
        }
    }

    /// In another epoch revisions mean something else: listeners are disconnected, come again and learn their position.
    func learn(_ epoch: Identifier) {
        if let known = self.epoch, known != epoch { for stream in all { stream.end() } }
        self.epoch = epoch
    }

    /// The streams whose tokens are no longer valid.
    func end(_ listeners: Set<Principal>) {
        for stream in all where listeners.contains(stream.listener) { stream.end() }
    }

    func noteEvent(inline: Bool) {
        if inline { figures.steps += 1 } else { figures.revisions += 1 }
    }
}

/// What a reactor counted of its streams.
struct LiveFigures: Sendable {
    var streams = 0
    /// Events with rows, and without.
    var steps: UInt64 = 0
    var revisions: UInt64 = 0

    static func + (left: LiveFigures, right: LiveFigures) -> LiveFigures {
        LiveFigures(
            streams: left.streams + right.streams, steps: left.steps + right.steps,
            revisions: left.revisions + right.revisions)
    }
}
