import DaybookCore
import Postgres
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

/// Row-level security as a second wall: what the catalogue says of every table, and what a wrong statement gets to see.
@Suite(.closing) struct WallTests {
    private let database: Database

    init() async throws { database = try await openMigrated() }

    /// Tables with a column `account_id` and no policy. Each is looked up by a value that is not the account, or read
    /// across accounts by housekeeping, and none holds what a user wrote.
    static let directories: [String: String] = [
        "account": "says which accounts there are and in what standing; housekeeping walks it",
        "account_clock": "the lock and the counts of an account; housekeeping walks it",
        "day_turn": "says when something comes to an account by itself; background work looks for what is due",
        "change_cursor": "says how far changes are told over which channel; background work looks for what is not",
        "reminder": "says when to look at whose reminders; background work looks for what is due",
        "app_password": "leads from an app password's hash to the account",
        "login": "leads from an email's keyed hash to the account",
        "identity": "leads from a provider's issuer and subject to the account",
        "merged_account": "leads from an account that went into another to that one",
        "deletion": "leads to an account that is on its way out; background work walks it",
        "pairing": "leads from a pairing code's hash to the account",
        "sign_in_attempt": "leads from a sign-in under way to the account that links",
    ]

    /// Tables without that column, which belong to no account.
    static let ofTheServer: [String: String] = [
        "instance": "this installation",
        "invite": "handed out by the operator",
        "login_guard": "counts failed logins by the hash of an email or a device",
        "throttle": "counts tries by the hash of whoever tries",
        "revocation": "names devices and accounts by a hash alone, for every process to read",
        "used_nonce": "hashes of nonces that providers have vouched for once",
        "token_revocation": "sealed tokens of accounts that are gone, until their provider has taken them back",
        "chore": "which process does what all of them could do",
        "instance_day": "counts the operations of all accounts together",
        "instance_census": "counts what all accounts together hold",
    ]

    /// Where tables are spread policies ask no question of their own.
    static let policy =
        TestPostgres.isSpread
        ? "(account_id = (NULLIF(current_setting('daybook.account'::text, true), ''::text))::uuid)"
        : "(account_id = ( SELECT (NULLIF(current_setting('daybook.account'::text, true), ''::text))::uuid AS \"nullif\"))"

    /// Tables that rows of several accounts are written to together.
    static let ofGroups: Set = [
        "account_settings", "list", "task", "change", "completion", "waiting_change", "device_clock", "channel",
        "delivery", "dav_resource", "dav_body", "dav_collection", "dav_client", "dav_guard", "dav_guest", "erasure",
    ]

    static let ofGroup =
        TestPostgres.isSpread
        ? "(strpos(current_setting('daybook.accounts'::text, true), (account_id)::text) > 0)"
        : """
        (array_position(( SELECT (NULLIF(current_setting('daybook.accounts'::text, true), ''::text))::uuid[] AS "nullif"), account_id) IS NOT NULL)
        """

    /// Tables of user data: those with the column and not among the directories.
    private func tablesOfUserData(_ database: Database) async throws -> [String] {
        let rows = try await database.read(
            """
            SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'account_id'
            WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT attisdropped ORDER BY 1
            """)
        return try rows.strings().filter { Self.directories[$0] == nil }
    }

    @Test func everyTableOfUserDataHasTheWall() async throws {
        let tables = try await tablesOfUserData(database)
        #expect(tables.count >= 10, "the catalogue was not read")
        for table in tables {
            let row = try await database.read(
                """
                SELECT relrowsecurity, relforcerowsecurity,
                    (SELECT string_agg(concat_ws(' ', polname, polcmd, polpermissive, polroles::text,
                        pg_get_expr(polqual, polrelid), coalesce(pg_get_expr(polwithcheck, polrelid), 'as using')),
                        '; ' ORDER BY polname)
                    FROM pg_policy WHERE polrelid = pg_class.oid)
                FROM pg_class WHERE oid = \(table)::regclass
                """)[0]
            let (isEnabled, isForced, policies) = try row.decode((Bool, Bool, String?).self)
            #expect(isEnabled && isForced, "\(table) lacks ENABLE or FORCE ROW LEVEL SECURITY")
            // A backup reads every table in pieces of some accounts.
            let command = Self.ofGroups.contains(table) ? "*" : "r"
            let ofGroup = "rows_of_group \(command) t {0} \(Self.ofGroup) as using"
            #expect(policies == "own_rows * t {0} \(Self.policy) as using; \(ofGroup)", "\(table)")
        }
    }

    /// Where data is distributed by account, nothing can be unique, found or referred to without naming it first.
    @Test func everyKeyAndIndexOfUserDataBeginsWithTheAccount() async throws {
        for table in try await tablesOfUserData(database) {
            let loose = try await database.read(
                """
                SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = \(table)::regclass
                    AND indkey[0] IS DISTINCT FROM (SELECT attnum FROM pg_attribute
                        WHERE attrelid = indrelid AND attname = 'account_id')
                UNION ALL SELECT conname::text FROM pg_constraint WHERE conrelid = \(table)::regclass
                    AND contype IN ('p', 'u', 'x', 'f') AND conkey[1] IS DISTINCT FROM (SELECT attnum FROM pg_attribute
                        WHERE attrelid = conrelid AND attname = 'account_id')
                """)
            #expect(try loose.strings() == [], "\(table)")
            let keys = try await database.read(
                "SELECT count(*) FROM pg_index WHERE indrelid = \(table)::regclass AND indisprimary")
            #expect(try keys[0].decode(0, as: Int.self) == 1, "\(table) has no primary key")
        }
    }

    @Test func theListOfDirectoriesIsNoLongerThanItMustBe() async throws {
        let tables = Set(try await Schema.tables(of: database))
        let excused = Set(Self.directories.keys).union(Self.ofTheServer.keys)
        for name in excused { #expect(tables.contains(name), "\(name) is no table any more") }
        let ofAccounts = Set(try await tablesOfUserData(database))
        for table in tables.subtracting(excused).subtracting(ofAccounts) {
            Issue.record("\(table) belongs to no account: give it the column, or a reason in the list")
        }
        #expect(ofAccounts.isDisjoint(with: Self.ofTheServer.keys), "a table of the server has the column")
    }

    /// Every table filled for one account; statements that forgot their WHERE, under another's scope and under none.
    @Test func aWrongStatementSeesAndChangesNothingOfOthers() async throws {
        for statement in try FilledDatabase.statements() {
            try await database.write(Query(unsafeSQL: statement), under: FilledDatabase.scope)
        }
        let stranger = LocalSetting.scope(Identifier(high: 7, low: 7))
        for table in try await tablesOfUserData(database) {
            func count(under setting: LocalSetting?) async throws -> Int {
                let rows = try await database.read("SELECT count(*) FROM \(unsafeSQL: table)", under: setting)
                return try rows[0].decode(0, as: Int.self)
            }
            let own = try await count(under: FilledDatabase.scope)
            #expect(own > 0, "\(table) is empty")
            for setting in [stranger, nil] {
                let seen = try await count(under: setting)
                #expect(seen == 0, "\(table)")
                let changed = try await database.write(
                    "UPDATE \(unsafeSQL: table) SET account_id = account_id", under: setting)
                let deleted = try await database.write("DELETE FROM \(unsafeSQL: table)", under: setting)
                #expect(changed.affected == 0 && deleted.affected == 0, "\(table)")
                // Nor can a row be slipped in under another's name.
                let error = await #expect(throws: PostgresError.self) {
                    try await database.write(
                        """
                        INSERT INTO \(unsafeSQL: table) (account_id)
                        VALUES ('11111111-1111-4111-8111-111111111111')
                        """, under: setting)
                }
                #expect(error?.sqlState?.description == "42501", "\(table)")
            }
            let left = try await count(under: FilledDatabase.scope)
            #expect(left == own, "\(table)")
        }
    }
}
