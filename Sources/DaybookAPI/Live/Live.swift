import DaybookHost
import DaybookLedger
import DaybookReminders
import Postgres
import Reactor

/// Live streams, and the notifications between server processes that wake them.
package struct Live: Sendable {
    package let announcements: Announcements
    private let hub: LiveHub
    private let relay: Relay
    let route: LiveRoute
    private let reconciliation: Reconciliation
    private let listening: Listening

    /// - Parameter others: handlers of other notifications between processes, by channel.
    package init(
        _ database: Database, _ configuration: Configuration, _ secret: SecretKey,
        others: [String: @Sendable (String) -> Void] = [:]
    ) {
        hub = LiveHub(database.reactors, heartbeat: configuration.liveHeartbeat)
        relay = Relay(database)
        announcements = Announcements(telling: hub, relay, database)
        route = LiveRoute(
            database: database, hub: hub,
            reminders: LiveReminders(database, secret, server: configuration.publicURL?.base))
        reconciliation = Reconciliation(database: database, hub: hub, interval: configuration.liveLook)
        listening = Listening(
            database: database, url: configuration.liveDatabaseURL?.connectionString, hub: hub, relay: relay,
            announcements: announcements, reconciliation: reconciliation, others: others)
    }

    /// How many are open.
    var streams: Int { hub.count }

    /// Ends the streams of those who may not listen any more.
    @Sendable package func lookAtTokens() async { await reconciliation.look(atTokens: true) }

    var background: [@Sendable () async -> Void] { [reconciliation.run, listening.run] }

    package var figures: @Sendable () async -> CapabilityFigures {
        { [hub, relay] in
            let live = await hub.figures
            let counts = relay.figures
            return { page in page.put(live, counts) }
        }
    }
}

extension Announcements {
    /// Tells this process's streams at once, and the other processes; and the search, of whose pages nothing is seen
    /// here.
    fileprivate convenience init(telling hub: LiveHub, _ relay: Relay, _ database: Database) {
        let folding = FoldingAhead(database)
        @Sendable func tell(_ news: News) {
            hub.tell(news)
            relay.pass(on: news)
            folding.hear(news)
        }
        self.init(passing: tell) { account in
            Task(executorPreference: database.reactors.reactors[0]) {
                // A statement that is being stopped is given up within this time, or has gone through.
                await Reactor.current?.sleep(for: .milliseconds(300))
                guard let revision = try? await Reconciliation.revision(of: account, database) else { return }
                tell(.reached(revision, in: account))
            }
        }
    }
}

extension Exposition {
    mutating func put(_ live: LiveFigures, _ notifications: Relay.Counts) {
        single("daybook_live_streams", .gauge, "Open live streams.", Double(live.streams))
        begin("daybook_live_events_total", .counter, "Events sent on live streams, with the changed rows or without.")
        sample(live.steps, ["rows": "yes"])
        sample(live.revisions, ["rows": "no"])
        begin(
            "daybook_live_notifications_total", .counter,
            "Notifications between server processes; each speaks of as many accounts as had news.")
        sample(notifications.sent.load(ordering: .relaxed), ["way": "sent"])
        sample(notifications.failed.load(ordering: .relaxed), ["way": "failed"])
        sample(notifications.received.load(ordering: .relaxed), ["way": "received"])
    }
}
