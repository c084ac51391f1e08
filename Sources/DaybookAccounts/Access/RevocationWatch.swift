import DaybookHost
import DaybookLedger
import Postgres
import Reactor
import Synchronization

/// Keeps the tokens that reactors remember up to date.
///
/// News of a revocation comes in two ways. A notification from the process that revoked arrives in milliseconds and may
/// be lost. The log of revocations is read every `interval`, and a reactor may trust its memory for `trust` after the
/// last reading *began*; then it asks the database at every request. So a revocation counts everywhere `trust` after
/// its commit at the latest, even where listening, the log and the network fail in any combination. While there are no
/// requests, nothing is read.
final class RevocationWatch: Sendable {
    static let interval = Duration.milliseconds(250)
    static let trust = Duration.milliseconds(900)

    private let database: Database
    private let authenticator: Authenticator
    /// Streams of a revoked device go on until they hear of it; this is called when a notification may have been lost.
    private let lookAtStreams: @Sendable () async -> Void
    /// Keys that a notification named, so that the log does not report them again.
    private let heard = Mutex<Set<RevocationKey>>([])

    init(
        _ database: Database, _ authenticator: Authenticator, _ announcements: Announcements,
        lookAtStreams: @escaping @Sendable () async -> Void
    ) {
        self.database = database
        self.authenticator = authenticator
        self.lookAtStreams = lookAtStreams
        announcements.onRevocation { [weak self] in self?.hear($0) }
    }

    private func hear(_ revocation: Revocation) {
        switch revocation {
        case .device(let device, let account): drop(RevocationKey(account: account, device: device))
        case .account(let account): drop(RevocationKey(account: account))
        case .unknown: onEachReactor { $0.suspect() }
        }
    }

    private func drop(_ key: RevocationKey) {
        heard.withLock { heard in
            // Only a look too many is at stake, while nobody asks and so nobody reads.
            if heard.count >= 4096 { heard = [] }
            heard.insert(key)
        }
        // At once where this runs, so that whoever revoked cannot come before it.
        authenticator.caches.withCurrent { $0.drop([key]) }
        onEachReactor { $0.drop([key]) }
    }

    private func onEachReactor(_ body: @escaping @Sendable (TokenCache) -> Void) {
        for reactor in database.reactors.reactors {
            reactor.execute { [authenticator] in authenticator.caches.withCurrent { body($0) } }
        }
    }

    /// Runs until its task is cancelled.
    func run() async {
        var cursor = RevocationLog.Cursor()
        var read: Set<RevocationLog.Entry> = []
        var swept = LoopTime.current()
        while !Task.isCancelled {
            await authenticator.use.wait()
            let asked = LoopTime.current()
            if let page = try? await RevocationLog.read(after: cursor, from: database, timeout: Self.trust) {
                await apply(
                    page, readBefore: read, isOfAnotherHistory: cursor.isOfAnotherHistory(than: page.cursor), asked)
                cursor = page.cursor
                read = page.entries
            }
            if LoopTime.current() - swept > .seconds(600) {
                swept = .current()
                try? await RevocationLog.sweep(database, now: .now())
            }
            await Reactor.current?.sleep(for: Self.interval)
        }
    }

    private func apply(
        _ page: RevocationLog.Page, readBefore: Set<RevocationLog.Entry>, isOfAnotherHistory: Bool, _ asked: LoopTime
    ) async {
        let keys = Set(page.entries.subtracting(readBefore).map(\.key))
        let deadline = asked + Self.trust
        onEachReactor { cache in
            // After a restore or a promotion transactions are numbered anew, so what the cursor means is not known.
            isOfAnotherHistory ? cache.dropAll() : cache.drop(keys)
            cache.renew(until: deadline)
        }
        let news = heard.withLock { heard in
            defer { heard = [] }
            return keys.subtracting(heard)
        }
        if !news.isEmpty || isOfAnotherHistory { await lookAtStreams() }
    }
}
