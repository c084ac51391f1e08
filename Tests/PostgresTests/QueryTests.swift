import Testing

@testable import Postgres

@Suite struct QueryTests {
    @Test func interpolationBindsAndNeverInserts() {
        let hostile = "'; drop table task; --"
        let query: Query = "select * from task where title = \(hostile) and id = \(7)"
        #expect(query.sql == "select * from task where title = $1 and id = $2")
        #expect(query.parameterCount == 2)
        #expect("\(query)".contains("drop") == false)
    }

    @Test func rawTextIsPutInByItsUglyNameOnly() {
        let column = "title"
        let query: Query = "select \(unsafeSQL: column) from task where id = \(1)"
        #expect(query.sql == "select title from task where id = $1")
        #expect(Query(unsafeSQL: "select 1").sql == "select 1")
    }

    @Test func fragmentsKeepTheirValuesInOrder() {
        let filter: Query = "and state = \("open") and n < \(5)"
        let query: Query = "select 1 from task where id = \(9) \(filter) limit \(3)"
        #expect(query.sql == "select 1 from task where id = $1 and state = $2 and n < $3 limit $4")
        #expect(query.parameterCount == 4)
        let joined = "select 1 " + filter
        #expect(joined.sql == "select 1 and state = $1 and n < $2")
    }

    @Test func oneStatementIsRecognisedWhateverItsValues() {
        func byID(_ id: Int) -> Query { "select title from task where id = \(id)" }
        #expect(byID(1).identity == byID(2).identity)
        let other: Query = "select title from list where id = \(1)"
        #expect(byID(1).identity != other.identity)
        // The same text with another type is another statement.
        func byText(_ id: String) -> Query { "select title from task where id = \(id)" }
        #expect(byText("1").identity != byID(1).identity)

        var table = StatementTable(usesNames: true)
        #expect(table.statement(for: byID(1)) === table.statement(for: byID(2)))
        #expect(table.statement(for: byID(1)) !== table.statement(for: byText("1")))
        // The same text from another place is the same statement.
        let again: Query = "select title from task where id = \(4)"
        #expect(table.statement(for: again) === table.statement(for: byID(1)))
    }

    @Test func textMadeAtRunTimeDoesNotFillTheTable() {
        var table = StatementTable(usesNames: true)
        for number in 0..<(StatementTable.limit + 50) {
            let statement = table.statement(for: Query(unsafeSQL: "select \(number)"))
            #expect((statement.number != nil) == (number < StatementTable.limit))
        }
    }

    @Test func renewingChangesTheName() {
        let statement = Statement(number: 3, text: "select 1", types: [])
        let name = String(cString: statement.name)
        statement.renew()
        #expect(String(cString: statement.name) == name + "_1")
        statement.renew()
        #expect(String(cString: statement.name) == name + "_2")
    }

    @Test func literalsAreQuoted() throws {
        let query: Query = "copy t (\("it's \\ here")) \(-5) \(true) \([0xAB, 1] as [UInt8]) \(nil as Int?)"
        let uuid = PostgresUUID(high: 0x0123_4567_89AB_CDEF, low: 1)
        #expect(try query.literalText() == #"copy t ( E'it''s \\ here') ('-5'::int8) true ('\xab01'::bytea) NULL"#)
        let second: Query = "\(uuid)"
        #expect(try second.literalText() == "('0123456789abcdef0000000000000001'::uuid)")
        let third: Query = "\(1.5)"
        #expect(throws: PostgresError.self) { try third.literalText() }
    }
}

@Suite struct RingTests {
    @Test func keepsOrderAcrossGrowthAndWrap() {
        var ring = Ring<Int>()
        var next = 0
        var expected = 0
        for step in 0..<1000 {
            for _ in 0..<(step % 7) {
                ring.append(next)
                next += 1
            }
            for _ in 0..<(step % 5) {
                guard let value = ring.popFirst() else { break }
                #expect(value == expected)
                expected += 1
            }
            #expect(ring.count == next - expected)
            if ring.count > 0 { #expect(ring.first == expected && ring[ring.count - 1] == next - 1) }
        }
    }
}
