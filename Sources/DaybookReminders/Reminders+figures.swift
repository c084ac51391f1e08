import DaybookCore
import DaybookHost

extension Reminders {
    /// Their figures in /metrics: one small read per scrape; without a database its part is left out.
    package var exposed: @Sendable () async -> CapabilityFigures {
        { [self] in
            let now = Instant.now()
            let backlog = try? await ReminderBacklog.load(from: database, now: now)
            return { page in
                if let backlog { page.put(backlog, at: now, isPaused: isPaused) }
                figures.put(on: &page)
            }
        }
    }
}

extension Exposition {
    fileprivate mutating func put(_ backlog: ReminderBacklog, at now: Instant, isPaused: Bool) {
        single(
            "daybook_reminders_due", .gauge,
            "Reminders that are due and not taken by a server yet, of all accounts, counted up to 10,000.",
            Double(backlog.due))
        single(
            "daybook_reminders_oldest_late_seconds", .gauge, "How long the oldest of them has been waiting.",
            Double(backlog.late(at: now) ?? 0) / 1000)
        single(
            "daybook_reminders_paused", .gauge, "1 while this process sends no reminders.",
            isPaused || backlog.pausedAt != nil ? 1.0 : 0.0)
    }
}
