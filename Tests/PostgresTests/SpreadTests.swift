import TestPostgres
import Testing

@testable import Postgres

@Suite struct SpreadTests {
    @Test func aSettingIsQuotedWhereItCannotBeBound() {
        #expect(LocalSetting("daybook.account", "a").statement == "SET LOCAL daybook.account = 'a'")
        #expect(LocalSetting("daybook.account", "a'; DROP").statement == "SET LOCAL daybook.account = 'a''; DROP'")
    }

    @Test func onlyWhereTablesAreSpreadAnotherTextIsSent() {
        let query = ("SELECT \(1)" as Query).whereSpread("SELECT 2")
        #expect(query.sql == "SELECT $1" && query.spread.sql == "SELECT 2")
        #expect(query.spread.goesUnnamed && !query.goesUnnamed)
        #expect(("SELECT 3" as Query).spread.sql == "SELECT 3")
    }

    /// What is said once must not push others out of the table of prepared statements.
    @Test func whatGoesUnnamedIsNotKept() {
        var table = StatementTable(usesNames: true)
        let first = table.statement(for: LocalSetting("a.b", "c").query.spread)
        #expect(first.number == nil)
        #expect(table.statement(for: "SELECT 1").number == 0)
    }
}
