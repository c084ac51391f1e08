import DaybookCore
import DaybookLedger
import Postgres

/// An account that is about to begin, and what it begins with.
package struct NewAccount: Sendable {
    package var settings = AccountSettings()
    var deviceName = DeviceName.usual
    package var isDemo: Bool
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

    /// The rows of an account but for its first device, which is the author of how it begins, for a transaction under
    /// the new account's scope. What was chosen is a change like any other, so that the ledger tells everything.
    func statements(_ account: Identifier, _ now: Instant, by device: Identifier = .zero) -> [Query] {
        var slice = Slice(account: account)
        var entries: [LedgerEntry] = []
        let chosen = slice.settings.changes(to: settings)
        if !chosen.isEmpty {
            let operation = Operation(
                opId: Self.beginning(of: account), entity: .settings, id: account, at: HybridTime(now, device: device),
                fields: chosen)
            if case .merged(let merged) = slice.merge(Push(operations: [operation]), MergeContext(now: now)) {
                entries = merged.entries
            }
        }
        let stored = StoredEntries(entries, of: account)
        return [
            """
            INSERT INTO account (account_id, created_at, is_demo, last_seen_on)
            VALUES (\(account), \(now), \(isDemo), \(now.utcDate))
            """,
            """
            INSERT INTO account_clock (account_id, revision, min_revision, live_tasks, stored_bytes)
            VALUES (\(account), \(slice.revision), 0, 0, \(Int64(stored.size)))
            """,
            .insert(slice.settings, of: account),
        ] + (entries.isEmpty ? [] : [stored.query])
    }
}

extension JSONReader {
    /// The body of `POST /v1/accounts`.
    mutating func readNewAccount() throws(WireError) -> NewAccount {
        var new = NewAccount()
        try beginObject()
        var members = JSONMembers()
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.timeZone):
                let zone = try takeNull() ? .utc : readZone()
                new.settings.timeZone = zone.name
            case .field(.deviceName): new.deviceName = try takeNull() ? .usual : readDeviceName()
            case .field(.invite): new.invite = try takeNull() ? nil : readString()
            case .unknown: try passUnknown()
            case .end: return new
            }
        }
    }

    mutating func readZone() throws(WireError) -> Zone {
        let start = offset
        guard let zone = Zone(try readString()) else {
            throw unacceptable(.value, at: start, expected: "the name of a time zone such as Europe/Berlin")
        }
        return zone
    }
}

private enum Member: Int, CaseIterable {
    case timeZone, deviceName, invite
    static let names = JSONNames<Member>("timeZone deviceName invite")
}
