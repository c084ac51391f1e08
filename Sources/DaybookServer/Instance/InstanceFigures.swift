import DaybookCore
import DaybookHost
import DaybookLedger
import Postgres

/// The operations of one day of UTC.
struct OperationsOfDay: Hashable, Sendable {
    let day: CalendarDate
    let operations: Int64

    /// The newest first, days without any included.
    static func last(_ days: Int, before now: Instant, in database: Database) async throws -> [OperationsOfDay] {
        let today = now.utcDate
        let counts = try await database.read(
            """
            SELECT day, operations FROM instance_day WHERE day > \(today.adding(days: -days)) AND day <= \(today)
            """
        ).decode((CalendarDate, Int64).self)
        let known = Dictionary(counts, uniquingKeysWith: +)
        return (0..<days).map { back in
            let day = today.adding(days: -back)
            return OperationsOfDay(day: day, operations: known[day] ?? 0)
        }
    }
}

/// The figures of the whole installation in /metrics: two small reads per scrape; without a database they are left out.
struct InstanceFigures: Sendable {
    let database: Database
    let tally: OperationTally
    var now: @Sendable () -> Instant = { .now() }

    @Sendable func figures() async -> CapabilityFigures {
        let census = try? await Census.last(in: database)
        let today = try? await OperationsOfDay.last(1, before: now(), in: database).first
        let total = tally.total
        return { page in
            page.begin("daybook_operations_total", .counter, "Ledger entries written by this process.")
            page.sample(total)
            if let today {
                page.single(
                    "daybook_instance_operations_today", .gauge,
                    "Ledger entries of the current UTC day, from all processes.",
                    Double(today.operations))
            }
            if let census { page.put(census) }
        }
    }
}

extension Exposition {
    fileprivate mutating func put(_ census: Census) {
        begin("daybook_instance_accounts", .gauge, "Accounts with and without a login, at the last census.")
        sample(Int(census.accountsWithLogin), ["login": "yes"])
        sample(Int(census.accounts - census.accountsWithLogin), ["login": "no"])
        single("daybook_instance_devices", .gauge, "Devices that are not revoked.", Double(census.devices))
        begin(
            "daybook_instance_active_devices", .gauge,
            "Devices seen in the given number of UTC days up to the day of the census.")
        sample(Int(census.devicesOfDay), ["days": "1"])
        sample(Int(census.devicesOfWeek), ["days": "7"])
        sample(Int(census.devicesOfMonth), ["days": "30"])
        single("daybook_instance_tasks", .gauge, "Tasks that are not deleted.", Double(census.tasks))
        single("daybook_instance_lists", .gauge, "Lists that are not deleted.", Double(census.lists))
        single(
            "daybook_instance_stored_bytes", .gauge, "What accounts hold, as their quotas count it.",
            Double(census.storedBytes))
        single(
            "daybook_instance_database_bytes", .gauge, "Size of the database on disk.",
            Double(census.databaseBytes))
        single(
            "daybook_instance_census_timestamp_seconds", .gauge, "When the last census was taken.",
            Double(census.takenAt.milliseconds) / 1000)
    }
}
