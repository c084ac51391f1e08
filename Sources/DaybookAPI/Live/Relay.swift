import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor
import Synchronization

/// Tells the other server processes, by PostgreSQL's NOTIFY.
///
/// A NOTIFY inside the transactions that write would make their commits wait for each other, all accounts' alike. So
/// commits are gathered for a few milliseconds and announced by one statement at a time for the whole process, which
/// names many accounts at once. Its commit does not wait for the disk: it is a hint, and if it is lost the next check
/// finds the change.
final class Relay: Sendable {
    let me: Identifier
    private let database: Database
    /// The reactor that collects what all reactors gathered.
    private let home: Reactor
    private let gathering: PerReactor<Gathering>
    private let counts = Counts()

    private struct Gathering {
        var text: NotificationText
        /// A timer is set, or at home a statement under way.
        var isBusy = false
    }

    final class Counts: Sendable {
        let sent = Atomic<UInt64>(0)
        let failed = Atomic<UInt64>(0)
        let received = Atomic<UInt64>(0)
    }

    /// How long news is gathered.
    static let pause = Duration.milliseconds(3)

    init(_ database: Database) {
        self.database = database
        let me = Identifier.random()
        self.me = me
        home = database.reactors.reactors[0]
        gathering = PerReactor(database.reactors) { _ in Gathering(text: NotificationText(sender: me)) }
    }

    var figures: Counts { counts }

    func pass(on news: News) {
        guard let here = Reactor.current, gathering.withCurrent({ $0.text.add(news) }) != nil else {
            return home.execute { self.pass(on: news) }
        }
        let mustWait = gathering.withCurrent { gathering in
            defer { gathering.isBusy = true }
            return gathering.isBusy
        }
        if mustWait == false { here.schedule(after: Self.pause) { self.hand(on: here) } }
    }

    /// Hands what this reactor gathered to the home reactor, which sends it.
    private func hand(on here: Reactor) {
        if here === home {
            Task(executorPreference: home) { await self.send() }
            return
        }
        let text = take(isBusy: false)
        home.execute {
            let mustWait = self.gathering.withCurrent { gathering in
                gathering.text.add(text)
                defer { gathering.isBusy = true }
                return gathering.isBusy
            }
            if mustWait == false { Task(executorPreference: self.home) { await self.send() } }
        }
    }

    private func take(isBusy: Bool) -> NotificationText {
        let empty = NotificationText(sender: me)
        return gathering.withCurrent { gathering in
            defer {
                gathering.text = empty
                gathering.isBusy = isBusy
            }
            return gathering.text
        } ?? empty
    }

    /// Sends until nothing is left, one statement after the other.
    private func send() async {
        while true {
            let text = take(isBusy: true)
            guard !text.isEmpty else { break }
            do {
                try await tell(text.payloads)
                counts.sent.wrappingAdd(1, ordering: .relaxed)
            } catch {
                counts.failed.wrappingAdd(1, ordering: .relaxed)
            }
            await home.sleep(for: Self.pause)
        }
        // Nothing came between the look and here: both are on this thread, without a pause.
        gathering.withCurrent { $0.isBusy = false }
    }

    private func tell(_ payloads: [String]) async throws {
        try await database.transaction(
            attempts: 1, opening: ["SELECT set_config('synchronous_commit', 'off', true)"]
        ) { transaction in
            _ = try await transaction.commit(after: [
                "SELECT pg_notify(\(NotificationText.channel), payload) FROM unnest(\(payloads)) AS payload"
            ])
        }
    }
}
