import DaybookCore

/// Makes what an account was sent agree with what it wants to be sent: pure, so that whoever is interrupted can decide
/// again and comes to the same.
struct Settlement {
    /// What is new, to be written before it is sent.
    private(set) var made: [Delivery] = []
    /// What has no reason any more.
    private(set) var dropped: [Delivery] = []
    /// What is to be sent now: what is new, and what was interrupted.
    private(set) var toSend: [Delivery] = []
    /// What was reported overdue may not be so any more.
    private(set) var looksForOverdue = false
    /// Something waits that a device fetches itself.
    private(set) var isForStreams = false
    /// When each row is looked at again; nil where that is over.
    private(set) var rows: [(row: ReminderRow, dueAt: Instant?, lookAt: Instant?)] = []

    private let news: AccountNews
    private let now: Instant
    /// What fell due before a restoration may have been sent by the server that the backup was taken of.
    private let restoredAt: Instant
    private let moments: AccountMoments
    private let quiet: QuietHours?
    private var missed = 0

    /// What is older is named together, and not one by one.
    static let latest: Int64 = 24 * 3_600_000
    /// A closed account's rows wait so long until somebody looks whether it is open again, or gone.
    private static let closedPause: Int64 = 10 * 60_000
    /// Of a task of which so much was sent lately nothing more is: nobody reads it, and each time looks at all of it.
    static let mostTold = 1_000

    init(_ news: AccountNews, now: Instant, restoredAt: Instant) {
        (self.news, self.now, self.restoredAt) = (news, now, restoredAt)
        moments = AccountMoments(settings: news.settings)
        quiet = QuietHours(news.settings)
        guard !news.isGone else {
            rows = news.rows.map { ($0, $0.dueAt, nil) }
            return
        }
        guard !news.isClosed, !news.isUnreadable else {
            rows = news.rows.map { ($0, $0.dueAt, now.adding(milliseconds: Self.closedPause)) }
            return
        }
        for row in news.rows {
            if row.isOfAccount { settleMoments(row) } else { settleTask(row) }
        }
        // Its key is the day, so that it is sent once however many parts the work is done in.
        if missed > 0 {
            let amount = max(missed, news.missed)
            let waits = news.toldOfAccount.contains { $0.key.kind == .missed && $0.state == .waiting }
            if !waits { tell(.missed, of: .zero, dueAt: now.startOfUTCDay, among: news.toldOfAccount, amount: amount) }
            goOnWithMissed()
        }
    }

    /// For one delivery that somebody asked for, as a test: nothing about it has to be decided any more.
    init(sending delivery: Delivery, _ news: AccountNews) {
        (self.news, now, restoredAt) = (news, delivery.madeAt, .earliest)
        moments = AccountMoments(settings: news.settings)
        quiet = nil
        toSend = [delivery]
    }

    // MARK: A task

    private mutating func settleTask(_ row: ReminderRow) {
        let told = news.told[row.subject] ?? []
        let dueAt = news.tasks[row.subject] == nil ? nil : row.dueAt
        for delivery in told where delivery.key.kind == .reminder && delivery.key.dueAt != dueAt {
            switch delivery.state {
            case .waiting: drop(delivery, "moved")
            case .delivered: withdraw(delivery, among: told)
            case .failed, .dropped: break
            }
        }
        for delivery in news.toldOfAccount where isNoLongerOverdue(delivery, row.subject) {
            withdraw(delivery, among: told)
        }
        var lookAt: Instant?
        if let dueAt {
            if dueAt > now {
                lookAt = dueAt
            } else if isLongPast(dueAt) {
                if !told.contains(where: { $0.key.dueAt == dueAt }) { missed += 1 }
            } else if let quietEnd = quiet?.end(at: now, in: LocalDay(of: news.settings).zone) {
                lookAt = quietEnd
            } else if told.count <= Self.mostTold {
                tell(.reminder, of: row.subject, dueAt: dueAt, among: told)
            }
        }
        goOn(with: told)
        rows.append((row, row.dueAt, earliest(lookAt, waiting(told))))
    }

    private func isNoLongerOverdue(_ delivery: Delivery, _ task: Identifier) -> Bool {
        delivery.key.kind == .overdue && delivery.key.subject == task && delivery.state == .delivered
            && delivery.key.dueAt != news.tasks[task]?.dueAt
    }

    private func isLongPast(_ dueAt: Instant) -> Bool { dueAt < Self.longPast(now: now, restoredAt: restoredAt) }

    static func longPast(now: Instant, restoredAt: Instant) -> Instant {
        max(now.adding(milliseconds: -latest), restoredAt)
    }

    private mutating func withdraw(_ delivery: Delivery, among told: [Delivery]) {
        let key = delivery.key
        guard let channel = news.channels.first(where: { $0.id == key.channel }), channel.isOn,
            channel.kind.canWithdraw
        else { return }
        make(.withdrawal, of: key.subject, dueAt: key.dueAt, over: channel, among: told)
    }

    // MARK: The account's own moments

    private mutating func settleMoments(_ row: ReminderRow) {
        let told = news.toldOfAccount
        // The row stays where nothing is wanted: whoever wants something later finds it.
        let seldom = now.adding(milliseconds: AccountMoments.seldom)
        guard news.channels.contains(where: \.isOn) else { return rows.append((row, now, seldom)) }
        // What goes by the clock keeps its own time, also in quiet hours; what is overdue comes after them.
        for moment in moments.between(max(row.dueAt ?? now, restoredAt), now) {
            tell(moment.kind, of: .zero, dueAt: moment.at, among: told)
        }
        for channel in news.channels where channel.isLost {
            tell(.lost, of: channel.id, dueAt: channel.failingSince ?? channel.createdAt, among: told)
        }
        let quietEnd = quiet?.end(at: now, in: LocalDay(of: news.settings).zone)
        looksForOverdue = news.settings.overdueAlerts
        if quietEnd == nil, news.settings.overdueAlerts {
            for task in news.overdue {
                if let dueAt = task.dueAt, dueAt > max(restoredAt, moments.isSet(.overdue)) {
                    tell(.overdue, of: task.id, dueAt: dueAt, among: told)
                }
            }
        }
        goOn(with: told)
        let seen = quietEnd == nil ? news.overdueSeen(since: row.dueAt, until: now) : row.dueAt
        let more = seen.flatMap { $0 < now && quietEnd == nil ? now : nil }
        let next = earliest(earliest(moments.next(after: now), quietEnd), earliest(waiting(told), more))
        rows.append((row, seen, next ?? seldom))
    }

    // MARK: Deliveries

    private mutating func tell(
        _ kind: DeliveryKind, of subject: Identifier, dueAt: Instant, among told: [Delivery], amount: Int? = nil
    ) {
        for channel in news.channels where channel.isOn {
            guard kind.wants.map(channel.wants.contains) ?? true else { continue }
            make(kind, of: subject, dueAt: dueAt, over: channel, among: told, amount)
        }
    }

    private mutating func make(
        _ kind: DeliveryKind, of subject: Identifier, dueAt: Instant, over channel: Channel, among told: [Delivery],
        _ amount: Int? = nil
    ) {
        let key = Delivery.Key(
            account: news.account, subject: subject, kind: kind, dueAt: dueAt, channel: channel.id)
        guard !told.contains(where: { $0.key == key }) else { return }
        let isFetched = channel.kind == .live
        let delivery = Delivery(key, at: now, tryAt: isFetched ? nil : now, amount: amount)
        made.append(delivery)
        if isFetched { isForStreams = true } else { toSend.append(delivery) }
    }

    private mutating func drop(_ delivery: Delivery, _ reason: String) {
        var over = delivery
        (over.state, over.tryAt, over.endedAt, over.reason) = (.dropped, nil, now, reason)
        dropped.append(over)
    }

    /// What was begun and not brought to an end.
    private mutating func goOn(with told: [Delivery]) {
        for delivery in told where delivery.state == .waiting && !dropped.contains(where: { $0.key == delivery.key }) {
            guard !news.foreignChannels.contains(delivery.key.channel) else { continue }
            guard let channel = news.channels.first(where: { $0.id == delivery.key.channel }), channel.isOn else {
                drop(delivery, "channel_off")
                continue
            }
            // The server that the backup was taken of may have sent it.
            guard delivery.madeAt >= restoredAt else {
                drop(delivery, "restored")
                continue
            }
            if let tryAt = delivery.tryAt {
                if tryAt <= now { toSend.append(delivery) }
            } else if channel.kind != .live {
                toSend.append(delivery)
            }
        }
    }

    /// Whoever was to send it may have ended before it was sent; while it is under way elsewhere, the lease of its rows
    /// runs. Where the account's own row is among these, that goes on with it.
    private mutating func goOnWithMissed() {
        guard !news.rows.contains(where: \.isOfAccount) else { return }
        let ended = now.adding(milliseconds: -ReminderRow.lease)
        goOn(with: news.toldOfAccount.filter { $0.key.kind == .missed && $0.tryAt.map { $0 <= ended } == true })
    }

    /// When the earliest of those that wait is tried again; those that are sent now are decided on afterwards.
    private func waiting(_ told: [Delivery]) -> Instant? {
        told.filter { $0.state == .waiting }.compactMap(\.tryAt).filter { $0 > now }.min()
    }

    private func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}

extension Instant {
    fileprivate var startOfUTCDay: Instant { Instant(milliseconds: milliseconds - milliseconds % Instant.dayLength) }
}
