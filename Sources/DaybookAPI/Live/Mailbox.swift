import DaybookAccounts
import DaybookCore
import DaybookReminders
import Postgres

/// What waits for the device of one stream: notifications, and how many proposals the person has to decide about.
final class Mailbox {
    private let database: Database
    private let reminders: LiveReminders
    private let owner: Principal
    /// Fetched, and not yet written to the stream.
    private var fetched: [Delivery] = []
    /// How many proposals wait, as this stream has said; of none it says nothing.
    private var proposals = 0

    init(_ database: Database, _ reminders: LiveReminders, _ owner: Principal) {
        (self.database, self.reminders, self.owner) = (database, reminders, owner)
    }

    /// As events of the stream. Fails silently: what waits is fetched with the next word, or the next stream.
    func fetch() async -> [UInt8] { await notifications() + howManyWait() }

    private func notifications() async -> [UInt8] {
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

    /// Where it is another number than this stream has said. Only who may decide about proposals is told.
    private func howManyWait() async -> [UInt8] {
        guard owner.scope.allows(.write),
            let rows = try? await database.read(
                of: owner.account, Proposal.count(in: owner.account, at: .now())),
            let count = try? rows.first?.decode(0, as: Int.self), count != proposals
        else { return [] }
        proposals = count
        return Array("event: proposals\ndata: {\"waiting\":\(count)}\n\n".utf8)
    }

    private static func message(_ event: ReminderEvent) -> [UInt8] {
        var json = JSONWriter(reserving: 512)
        event.write(to: &json)
        let name = event.isWithdrawal ? "reminder-withdrawn" : "reminder"
        return Array("event: \(name)\ndata: ".utf8) + json.bytes + [0x0A, 0x0A]
    }
}
