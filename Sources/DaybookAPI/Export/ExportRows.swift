import DaybookCore
import DaybookFormats
import DaybookLedger
import DaybookReminders
import Postgres

extension TaskDraft {
    /// An account's tasks in the user's order, each with its place in it. Places are counted before tasks are left out,
    /// so that a part of an export has the places of the whole.
    static func stored(in account: Identifier, since: Instant?, withDeleted: Bool) -> Query {
        let all: Query = """
            SELECT \(PlainTask.columns), task.deleted_at,
                row_number() OVER (ORDER BY sort_order, task_id) - 1
            FROM task WHERE account_id = \(account) AND (deleted_at IS NULL OR \(withDeleted))
            ORDER BY sort_order, task_id
            """
        guard let since else { return all }
        return """
            SELECT * FROM (\(all)) AS task WHERE updated_at >= \(since.text)::timestamptz ORDER BY sort_order, task_id
            """
    }

    static func read(_ row: Row) throws(PostgresError) -> (task: TaskDraft, rank: Int) {
        var columns = StoredColumns(row)
        var task = TaskDraft(try PlainTask(&columns))
        task.deletedAt = try columns.next()
        return (task, try columns.next())
    }
}

extension ListDraft {
    static func stored(in account: Identifier, withDeleted: Bool) -> Query {
        """
        SELECT list_id, name, color_hex, created_at, modified_at, sort_order, deleted_at, unknown, filter
        FROM list WHERE account_id = \(account) AND (deleted_at IS NULL OR \(withDeleted))
        ORDER BY sort_order, list_id
        """
    }

    init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        self.init(.own(try columns.next()), line: 0, title: try columns.next())
        colorHex = try columns.next()
        createdAt = try columns.next()
        updatedAt = try columns.next()
        sortOrder = try columns.nextOrderKey()
        deletedAt = try columns.next()
        unknown = try columns.nextUnknown().members
        filter = try columns.next()
    }
}

extension ExportedGuest {
    static func stored(in account: Identifier, since: Instant?, withDeleted: Bool) -> Query {
        let all: Query = """
            SELECT list_id, name, octets, written_at, deleted_at FROM dav_guest
            WHERE account_id = \(account) AND (deleted_at IS NULL OR \(withDeleted))
            """
        guard let since else { return "\(all) ORDER BY guest_id" }
        return "\(all) AND changed_at >= \(since.text)::timestamptz ORDER BY guest_id"
    }

    init(_ row: Row) throws(PostgresError) {
        let (list, name, octets, writtenAt, deletedAt) = try row.decode(
            (Identifier, String, [UInt8], Instant, Instant?).self)
        self.init(
            list: list, name: name, calendar: String(decoding: octets, as: UTF8.self), writtenAt: writtenAt,
            deletedAt: deletedAt)
    }
}

extension ExportedChannel {
    static func stored(in account: Identifier) -> Query {
        """
        SELECT channel.name, kind, wants, language, off_reason IS NULL, channel.created_at
        FROM channel JOIN device USING (account_id, device_id)
        WHERE account_id = \(account) AND revoked_at IS NULL ORDER BY channel.created_at, channel_id
        """
    }

    init(_ row: Row) throws(PostgresError) {
        let (name, kind, wants, language, isOn, createdAt) = try row.decode(
            (String, String, Int32, String, Bool, Instant).self)
        self.init(
            name: name, kind: kind, wants: Wants(rawValue: wants).names, language: language, isOn: isOn,
            createdAt: createdAt)
    }
}

extension ExportedDevice {
    static func stored(in account: Identifier) -> Query {
        "SELECT device_id, name FROM device WHERE account_id = \(account) ORDER BY created_at, device_id"
    }

    init(_ row: Row) throws(PostgresError) {
        let (id, name) = try row.decode((Identifier, String).self)
        self.init(id: id, name: name)
    }
}

extension LedgerEntry {
    /// Rejected changes were never made, and changes without effect are only recorded so that they are not done twice.
    static func stored(in account: Identifier, since: Instant?) -> Query {
        """
        SELECT \(LedgerEntry.columns) FROM change
        WHERE account_id = \(account) AND recorded_at >= \((since ?? .earliest).text)::timestamptz
            AND (changed OR outcome IN ('merged', 'superseded'))
        ORDER BY revision
        """
    }
}
