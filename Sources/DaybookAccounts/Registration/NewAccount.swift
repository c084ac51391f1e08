import DaybookCore
import DaybookLedger
import Postgres

/// An account that is about to begin, and what it begins with.
package struct NewAccount: Sendable {
    package var settings = AccountSettings()
    var deviceName = DeviceName.usual
    package var isDemo: Bool
    /// What the operator calls it.
    package var label: String?
    /// The code of an invitation, where the server asks for one.
    var invite: String?

    package init(isDemo: Bool = false, invite: String? = nil) {
        self.isDemo = isDemo
        self.invite = invite
    }
}

extension NewAccount {
    /// The change with which the ledger begins, where something is not as it usually is.
    package static func beginning(of account: Identifier) -> Identifier {
        .derived(.beginning, account.high, account.low)
    }

    /// The rows of an account except its first device, which is the author of its first changes, for a transaction
    /// under the new account's scope. The chosen settings are changes like any other, so that the ledger holds
    /// everything.
    func statements(_ account: Identifier, _ now: Instant, by device: Identifier = .zero, spread: Bool) -> [Query] {
        var slice = Slice(account: account)
        var entries: [LedgerEntry] = []
        let chosen = slice.settings.changes(to: settings)
        if !chosen.isEmpty {
            let operation = SyncOperation(
                opId: Self.beginning(of: account), entity: .settings, id: account, at: HybridTime(now, device: device),
                fields: chosen)
            if case .merged(let merged) = slice.merge(Push(operations: [operation]), MergeContext(now: now)) {
                entries = merged.entries
            }
        }
        let stored = entries.map { StoredEntry($0) }
        return [
            """
            INSERT INTO account (account_id, created_at, is_demo, last_seen_on, label)
            VALUES (\(account), \(now), \(isDemo), \(now.utcDate), \(label as String?))
            """,
            """
            INSERT INTO account_clock (account_id, revision, min_revision, live_tasks, stored_bytes)
            VALUES (\(account), \(slice.revision), 0, 0, \(Int64(stored.size)))
            """,
            .insert(slice.settings, of: account),
        ] + (entries.isEmpty ? [] : [.write(stored, of: account, spread: spread)])
    }
}

extension NewAccount {
    /// The body of `POST /v1/accounts`.
    init(_ reader: inout JSONReader) throws(WireError) {
        self.init()
        try reader.readObject { reader, name throws(WireError) in try read(name, &reader) }
    }

    /// The value of one member; false where it is none of an account that begins.
    mutating func read(_ name: String, _ reader: inout JSONReader) throws(WireError) -> Bool {
        switch name {
        case "timeZone": settings.timeZone = try (reader.takeNull() ? .utc : reader.readZone()).name
        case "deviceName": deviceName = try reader.takeNull() ? .usual : reader.readDeviceName()
        case "invite": invite = try reader.takeNull() ? nil : reader.readString()
        default: return false
        }
        return true
    }
}

extension JSONReader {
    mutating func readZone() throws(WireError) -> Zone {
        let start = offset
        guard let zone = Zone(try readString()) else {
            throw unacceptable(.value, at: start, expected: "the name of a time zone such as Europe/Berlin")
        }
        return zone
    }
}
