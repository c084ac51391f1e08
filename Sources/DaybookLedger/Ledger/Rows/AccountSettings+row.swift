import DaybookCore
import DaybookStore
import Postgres

extension AccountSettings {
    /// Times of day as texts, in the form of the wire.
    package static let columns: Query = """
        account_settings.time_zone, account_settings.first_weekday, to_char(account_settings.day_start, 'HH24:MI'),
        account_settings.rollover, account_settings.must_do_limit, account_settings.complementary_limit,
        account_settings.misc_limit, account_settings.complementary_after_must_do,
        to_char(account_settings.review_time, 'HH24:MI'), account_settings.quick_add, account_settings.link_scheme,
        account_settings.backlog_limit, account_settings.inbox_rule, account_settings.capture_language,
        to_char(account_settings.morning_time, 'HH24:MI'), account_settings.weekly_review,
        account_settings.region_nudges, account_settings.overdue_alerts,
        to_char(account_settings.quiet_from, 'HH24:MI'), to_char(account_settings.quiet_until, 'HH24:MI'),
        account_settings.private_reminders,
        account_settings.clocks, account_settings.unknown, account_settings.revision
        """

    package init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        try self.init(&columns)
    }

    package init(_ columns: inout StoredColumns) throws(PostgresError) {
        self.init()
        timeZone = try columns.next()
        firstWeekday = Int(try columns.next(Int16.self))
        dayStart = try columns.next { (text: String) in TimeOfDay(text) }
        rollover = try columns.next { (name: String) in Rollover.allCases.first { $0.name == name } }
        regionLimits = RegionLimits(
            mustDo: Int(try columns.next(Int32.self)), complementary: Int(try columns.next(Int32.self)),
            misc: Int(try columns.next(Int32.self)))
        complementaryAfterMustDo = try columns.next()
        reviewTime = try columns.nextIfThere { (text: String) in TimeOfDay(text) }
        quickAdd = try columns.next { (name: String) in QuickAdd.allCases.first { $0.name == name } }
        linkScheme = try columns.next()
        backlogLimit = try columns.next(Int32?.self).map { Int($0) }
        inboxRule = try columns.next { (name: String) in InboxRule(rawValue: name) }
        captureLanguage = try columns.nextIfThere { (name: String) in Language(rawValue: name) }
        morningTime = try columns.nextIfThere { (text: String) in TimeOfDay(text) }
        weeklyReview = try columns.next()
        regionNudges = try columns.next()
        overdueAlerts = try columns.next()
        quietFrom = try columns.nextIfThere { (text: String) in TimeOfDay(text) }
        quietUntil = try columns.nextIfThere { (text: String) in TimeOfDay(text) }
        privateReminders = try columns.next()
        clocks = try columns.nextClocks()
        unknown = try columns.nextUnknown()
        revision = try columns.next()
        if !unknown.isEmpty { adoptKnownFields() }
        keepWhatWasChosen()
    }
}

extension Query {
    package static func insert(_ settings: AccountSettings, of account: Identifier) -> Query {
        """
        INSERT INTO account_settings (account_id, time_zone, first_weekday, day_start, rollover, must_do_limit,
            complementary_limit, misc_limit, complementary_after_must_do, review_time, quick_add, link_scheme,
            backlog_limit, inbox_rule, capture_language, morning_time, weekly_review, region_nudges, overdue_alerts,
            quiet_from, quiet_until, private_reminders, clocks, revision)
        VALUES (\(account), \(settings.timeZone), \(Int16(settings.firstWeekday)), \(settings.dayStart.text)::time,
            \(settings.rollover.name), \(Int32(settings.regionLimits.mustDo)),
            \(Int32(settings.regionLimits.complementary)), \(Int32(settings.regionLimits.misc)),
            \(settings.complementaryAfterMustDo), \(settings.reviewTime?.text as String?)::time, \(settings.quickAdd.name),
            \(settings.linkScheme), \(settings.backlogLimit.map { Int32($0) } as Int32?), \(settings.inboxRule.rawValue),
            \(settings.captureLanguage?.rawValue as String?), \(settings.morningTime?.text as String?)::time,
            \(settings.weeklyReview), \(settings.regionNudges), \(settings.overdueAlerts),
            \(settings.quietFrom?.text as String?)::time, \(settings.quietUntil?.text as String?)::time,
            \(settings.privateReminders), \(settings.clocks.stored), \(settings.revision))
        """
    }

    static func write(_ settings: AccountSettings, of account: Identifier) -> Query {
        """
        UPDATE account_settings SET time_zone = \(settings.timeZone), first_weekday = \(Int16(settings.firstWeekday)),
            day_start = \(settings.dayStart.text), rollover = \(settings.rollover.name),
            must_do_limit = \(Int32(clamping: settings.regionLimits.mustDo)),
            complementary_limit = \(Int32(clamping: settings.regionLimits.complementary)),
            misc_limit = \(Int32(clamping: settings.regionLimits.misc)),
            complementary_after_must_do = \(settings.complementaryAfterMustDo),
            review_time = \(settings.reviewTime?.text as String?), quick_add = \(settings.quickAdd.name),
            link_scheme = \(settings.linkScheme), backlog_limit = \(settings.backlogLimit.map { Int32($0) } as Int32?),
            inbox_rule = \(settings.inboxRule.rawValue), capture_language = \(settings.captureLanguage?.rawValue as String?),
            morning_time = \(settings.morningTime?.text as String?), weekly_review = \(settings.weeklyReview),
            region_nudges = \(settings.regionNudges), overdue_alerts = \(settings.overdueAlerts),
            quiet_from = \(settings.quietFrom?.text as String?), quiet_until = \(settings.quietUntil?.text as String?),
            private_reminders = \(settings.privateReminders), clocks = \(settings.clocks.stored),
            unknown = \(settings.unknown.stored as String?), revision = \(settings.revision)
        WHERE account_id = \(account)
        """
    }
}
