import DaybookCore
import DaybookHost
import Notifying

/// Puts what a delivery is about into words, and adds the links that act on it.
struct Composer {
    let news: AccountNews
    let key: SecretKey
    let now: Instant
    /// The address that the operator has given this server. Without one, links lead where the device that made the
    /// channel found it.
    var server: String?
    /// Where the account's digests are written.
    var counts: DayCounts?

    /// Later than this is said.
    private static let punctual: Int64 = 5 * 60_000

    /// Nil where there is nothing to say.
    func notification(_ delivery: Delivery, over channel: Channel, _ address: ChannelAddress?) -> Notifying
        .Notification?
    {
        guard let (title, body) = words(delivery, in: channel.language) else { return nil }
        let key = delivery.key
        let isOfTask = key.kind.isOfTask
        let actions = links(key, in: channel.language, to: server ?? address?.server)
        var notification = Notifying.Notification(
            id: key.message.text, tag: isOfTask ? "task-\(key.subject.text)" : key.kind.rawValue, title: title,
            body: body, link: isOfTask ? link(to: key.subject, at: server ?? address?.server) : nil,
            actions: actions.map { Notifying.Notification.Action(title: $0.title, address: $0.address) },
            isWithdrawal: key.kind == .withdrawal, isUrgent: key.kind == .reminder)
        let event = ReminderEvent(delivery: delivery, title: title, body: body, late: late(key), actions: actions)
        notification.payload = event.payload(at: now)
        return notification
    }

    /// Where a tap leads: into the account's own app, if it has said which scheme opens that, or else into the web app
    /// of this server.
    private func link(to task: Identifier, at server: String?) -> String? {
        guard news.settings.clocks[.linkScheme] == nil else {
            return DeepLink.task(task, scheme: news.settings.linkScheme)
        }
        return server.map { "\($0)/app/task/\(task.text)" }
    }

    func event(_ delivery: Delivery, over channel: Channel, _ address: ChannelAddress?) -> ReminderEvent? {
        guard let (title, body) = words(delivery, in: channel.language) else { return nil }
        let actions = links(delivery.key, in: channel.language, to: server ?? address?.server)
        return ReminderEvent(delivery: delivery, title: title, body: body, late: late(delivery.key), actions: actions)
    }

    private func late(_ key: Delivery.Key) -> Int64 { max(0, now.milliseconds - key.dueAt.milliseconds) }

    private func links(_ delivery: Delivery.Key, in language: Language, to server: String?) -> [ReminderEvent.Action] {
        guard let server else { return [] }
        let titles: [ActToken.Action: Notice] =
            switch delivery.kind {
            case .reminder: [.done: .done, .snooze: .snooze, .dismiss: .dismiss]
            case .confirm: [.confirm: .confirm]
            default: [:]
            }
        return ActToken.Action.allCases.compactMap { action in
            titles[action].map { title in
                let token = ActToken(delivery, action, now: now).text(key)
                return ReminderEvent.Action(
                    name: action.name, title: language.text(title), address: "\(server)/v1/act/\(token)")
            }
        }
    }

    /// Where a mail program ends these messages.
    func unsubscribe(_ delivery: Delivery.Key, from address: ChannelAddress) -> String? {
        guard address.kind == .email, let server = server ?? address.server else { return nil }
        return "\(server)/v1/act/\(ActToken(delivery, .unsubscribe, now: now).text(key))"
    }

    private func words(_ delivery: Delivery, in language: Language) -> (title: String, body: String)? {
        let moment = Moment(now, in: LocalDay(of: news.settings))
        switch delivery.key.kind {
        case .reminder:
            guard let task = news.tasks[delivery.key.subject] else { return nil }
            var (title, body) = Notice.reminder(
                of: task.item, isPrivate: news.settings.privateReminders, at: moment, in: language)
            let late = late(delivery.key)
            if late > Self.punctual, !wasQuiet(delivery), let mark = Notice.late(milliseconds: late) {
                body += (body.isEmpty ? "" : " · ") + language.text(mark)
            }
            return (title, body)
        case .overdue:
            guard let task = news.overdue.first(where: { $0.id == delivery.key.subject }), let dueAt = task.dueAt else {
                return nil
            }
            if news.settings.privateReminders { return (language.text(.overdue(1)), "") }
            return (task.title, language.text(.overdueSince(Notice.When(dueAt, at: moment))))
        case .withdrawal: return ("", "")
        case .review:
            guard let counts, counts.today + counts.overdue > 0 else { return nil }
            return (language.text(.timeToReview), "")
        case .morning:
            guard let counts, counts.today + counts.overdue > 0 else { return nil }
            return (language.text(.morning(today: counts.today, overdue: counts.overdue)), "")
        case .weekly:
            guard let counts else { return nil }
            let week = Phrase.week(
                done: counts.doneThisWeek, before: counts.doneLastWeek, waits: counts.today + counts.overdue > 0)
            return (language.text(Notice.yourWeek), language.text(week))
        case .region:
            guard let region = regionBeginning(delivery.key.dueAt), let count = counts?.regions[region], count > 0
            else {
                return nil
            }
            return (language.text(.nudge(region, count)), "")
        case .missed: return (language.text(.cameWhileAway(delivery.amount ?? 1)), "")
        case .lost:
            guard let lost = news.channels.first(where: { $0.id == delivery.key.subject }) else { return nil }
            return (language.text(.channelLost(lost.name)), "")
        case .test: return (language.text(.channelWorks), "")
        case .confirm: return (language.text(.confirmAddress), language.text(.confirmAddressBody))
        }
    }

    /// It came late because nobody wanted it sooner.
    private func wasQuiet(_ delivery: Delivery) -> Bool {
        let end = QuietHours(news.settings)?.end(at: delivery.key.dueAt, in: LocalDay(of: news.settings).zone)
        return end.map { now.milliseconds - $0.milliseconds < Self.punctual } ?? false
    }

    private func regionBeginning(_ at: Instant) -> Region? {
        let moment = Moment(at, in: LocalDay(of: news.settings))
        return RegionHour.all.first { $0.time == moment.clock(at) }?.region
    }
}

extension RemindedTask {
    /// As the words take it.
    fileprivate var item: TaskItem {
        var item = TaskItem(id: id)
        (item.title, item.dueAt) = (title, dueAt)
        return item
    }
}

/// A notification for programs: on a stream, or as a webhook.
package struct ReminderEvent: JSONRecord, Sendable {
    struct Action {
        let name: String
        let title: String
        let address: String
    }

    let delivery: Delivery
    let title: String
    let body: String
    let late: Int64
    let actions: [Action]

    package var isWithdrawal: Bool { delivery.key.kind == .withdrawal }

    /// The event's data.
    package func writeMembers(to writer: inout JSONWriter) {
        let key = delivery.key
        let isOfTask = key.kind.isOfTask
        writer.member("id", key.message)
        writer.member("subject", key.kind.rawValue)
        writer.member("taskId", isOfTask ? key.subject : nil)
        writer.member("dueAt", key.dueAt)
        if !isWithdrawal {
            writer.member("title", title)
            writer.member("body", body)
            writer.member("late", late)
            writer.object("actions") { for action in actions { $0.member(action.name, action.address) } }
        }
    }

    /// The body of a webhook.
    func payload(at now: Instant) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.member("type", isWithdrawal ? "reminder.withdrawn" : "reminder.due")
            writer.member("timestamp", now)
            writer.member("data", self)
        }
    }
}
