import DaybookCore
import Postgres

/// An account that is about to begin, and what it begins with.
struct NewAccount: Sendable {
    var settings = AccountSettings()
    var deviceName = DeviceName.usual
    var isDemo = false
    /// The code of an invitation, where the server asks for one.
    var invite: String?
}

extension NewAccount {
    /// The rows of an account but for its first device, for a transaction under the new account's scope.
    func statements(_ account: Identifier, _ now: Instant) -> [Query] {
        [
            """
            INSERT INTO account (account_id, created_at, is_demo, last_seen_on)
            VALUES (\(account), \(now), \(isDemo), \(now.utcDate))
            """,
            """
            INSERT INTO account_clock (account_id, revision, min_revision, live_tasks, stored_bytes)
            VALUES (\(account), 0, 0, 0, 0)
            """,
            """
            INSERT INTO account_settings (account_id, time_zone, first_weekday, day_start, rollover, must_do_limit,
                complementary_limit, misc_limit, complementary_after_must_do, review_time, quick_add, link_scheme, clocks,
                revision)
            VALUES (\(account), \(settings.timeZone), \(Int16(settings.firstWeekday)), \(settings.dayStart.text)::time,
                \(settings.rollover.name), \(Int32(settings.regionLimits.mustDo)),
                \(Int32(settings.regionLimits.complementary)), \(Int32(settings.regionLimits.misc)),
                \(settings.complementaryAfterMustDo), \(settings.reviewTime?.text as String?)::time, \(settings.quickAdd.name),
                \(settings.linkScheme), '', 0)
            """,
        ]
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
            case .unknown: try skipValue()
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
