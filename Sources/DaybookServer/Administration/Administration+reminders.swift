import DaybookCore
import DaybookHost
import DaybookReminders
import Postgres
import Reactor

/// What is sent to people's devices: how it stands, and whether it is sent at all.
extension Administration {
    /// Counts only: no title, no name and no address.
    public func reminderStatus() async throws -> Report {
        let now = Instant.now()
        let backlog = try await ReminderBacklog.load(from: database, now: now)
        let census = try await ReminderCensus.take(of: database, since: now.adding(milliseconds: -Instant.dayLength))
        return Report(
            standing(backlog, now),
            tables: (
                "channels",
                census.channels.map { ($0.key.kind, $0.key.offReason ?? "on", $0.value) }.sorted(by: <).map {
                    [
                        Report.Entry("kind", "channel", .string($0)), Report.Entry("state", "state", .string($1)),
                        Report.Entry("count", "channels", .integer(Int64($2))),
                    ]
                }
            ),
            (
                "messages",
                census.messages.map { ($0.key.kind, $0.key.state, $0.key.reason ?? "", $0.value) }.sorted(by: <).map {
                    [
                        Report.Entry("kind", "over", .string($0)), Report.Entry("state", "became", .string($1)),
                        Report.Entry("reason", "because", $2.isEmpty ? .null : .string($2)),
                        Report.Entry("count", "messages of 24 hours", .integer(Int64($3))),
                    ]
                }
            ))
    }

    private func standing(_ backlog: ReminderBacklog, _ now: Instant) -> [Report.Entry] {
        let isCut = backlog.due >= ReminderBacklog.most
        return [
            Report.Entry("paused", "paused", .bool(backlog.pausedAt != nil)),
            Report.Entry("pausedAt", "  since", .optional(backlog.pausedAt)),
            Report.Entry("due", isCut ? "due (or more)" : "due", .integer(Int64(backlog.due))),
            Report.Entry(
                "oldestLateSeconds", "  seconds that the oldest waits",
                backlog.late(at: now).map { .integer($0 / 1000) } ?? .null),
            Report.Entry("nextAt", "next", .optional(backlog.next)),
        ]
    }

    /// Every server notices when it looks for what is due next.
    public func pauseReminders() async throws -> Report {
        let now = Instant.now()
        try await ReminderBacklog.pause(in: database, now: now)
        return Report(standing(try await ReminderBacklog.load(from: database, now: now), now))
    }

    public func resumeReminders() async throws -> Report {
        let now = Instant.now()
        try await ReminderBacklog.resume(in: database)
        return Report(standing(try await ReminderBacklog.load(from: database, now: now), now))
    }

    /// Sends the message that a device's owner can have sent, from here.
    public func testChannel(_ text: String) async throws -> Report {
        let id = try identifier(text, of: "a channel")
        guard let channel = try await ReminderCensus.channel(id, in: database) else {
            throw Refusal("there is no channel \(text)")
        }
        guard !channel.isUnconfirmed else {
            throw Refusal("the owner of this address has not confirmed yet that it may be written to")
        }
        guard !channel.hasLastingEnd else {
            throw Refusal("nothing goes over this channel any more; its owner can make another")
        }
        let carriers = try Carriers.load(capabilities.configuration, secret)
        let reminders = Reminders(
            database, capabilities.wantedReminders, capabilities.log, secret,
            server: capabilities.configuration.publicURL?.base, carrying: carriers.carry)
        // Requests to others are made on a reactor.
        let sending = Task(executorPreference: database.reactors.reactors[0]) {
            try await fetched(try await reminders.test(channel))
        }
        let delivery = try await sending.value
        var report = Report([
            Report.Entry("id", "channel", .string(id.text)),
            Report.Entry("kind", "kind", .string(channel.kind.rawValue)),
            Report.Entry("state", "became", .string(delivery.state.rawValue)),
            Report.Entry("reason", "because", .optional(delivery.reason)),
        ])
        if delivery.state == .failed || delivery.state == .dropped { report.code = .failure }
        return report
    }

    /// A device that listens fetches its message within a moment; one that does not, later.
    private func fetched(_ delivery: Delivery) async throws -> Delivery {
        var now = delivery
        for _ in 0..<20 where now.state == .waiting {
            await Reactor.current?.sleep(for: .milliseconds(100))
            let page = try await DeliveryLog(database).read(
                of: delivery.key.account, delivery.key.channel, before: nil, limit: 10)
            now = page.deliveries.first { $0.key == delivery.key } ?? now
        }
        return now
    }
}
