import DaybookAccounts
import DaybookCore
import DaybookReminders

/// The notifications that wait for the device of one stream.
final class Mailbox {
    private let reminders: LiveReminders
    private let owner: Principal
    /// Fetched, and not yet written to the stream.
    private var fetched: [Delivery] = []

    init(_ reminders: LiveReminders, _ owner: Principal) { (self.reminders, self.owner) = (reminders, owner) }

    /// As events of the stream. Fails silently: what waits is fetched with the next word, or the next stream.
    func fetch() async -> [UInt8] {
        guard let waiting = try? await reminders.waiting(for: owner.device, of: owner.account) else { return [] }
        fetched = waiting.map(\.delivery)
        return waiting.flatMap { Self.message($0.event) }
    }

    /// What was fetched is on its way. Who dies before this tells it again, as the same message. Says whether more may
    /// wait.
    func written() async -> Bool {
        guard !fetched.isEmpty else { return false }
        defer { fetched = [] }
        do { try await reminders.told(fetched) } catch { return false }
        return fetched.count >= LiveReminders.most
    }

    private static func message(_ event: ReminderEvent) -> [UInt8] {
        var json = JSONWriter(reserving: 512)
        event.write(to: &json)
        let name = event.isWithdrawal ? "reminder-withdrawn" : "reminder"
        return Array("event: \(name)\ndata: ".utf8) + json.bytes + [0x0A, 0x0A]
    }
}
