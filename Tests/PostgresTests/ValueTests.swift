import Postgres
import Testing

@Suite(.closing) struct ValueTests {
    private let database: Database

    init() throws { database = try openDatabase() }

    /// There and back through the server, and judged by it, too.
    private func roundTrip<Value: PostgresEncodable & PostgresDecodable & Equatable>(
        _ values: [Value], as type: String
    ) async throws {
        for value in values {
            let rows = try await database.read(
                "select \(value)::\(unsafeSQL: type), \(value as Value?)::\(unsafeSQL: type)")
            #expect(try rows[0].decode(0, as: Value.self) == value)
            #expect(try rows[0].decode(1, as: Value?.self) == value)
        }
        #expect(try await database.value("select \(nil as Value?)::\(unsafeSQL: type)") == nil as Value?)
    }

    @Test func everyTypeMakesTheRoundTrip() async throws {
        try await roundTrip([0, 1, -1, Int.max, Int.min], as: "int8")
        try await roundTrip([0, Int32.max, Int32.min], as: "int4")
        try await roundTrip([0, Int16.max, Int16.min], as: "int2")
        try await roundTrip([true, false], as: "bool")
        try await roundTrip([0.0, -1.5, .pi, .infinity, 1e-300], as: "float8")
        try await roundTrip([0.0, -1.5, Float.pi], as: "float4")
        try await roundTrip(
            ["", "plain", "it's \"quoted\" \\ and $1", "Grüße 👩‍👩‍👧 你好", String(repeating: "long ", count: 50_000)],
            as: "text")
        try await roundTrip([[], [0, 1, 255, 39, 92] as [UInt8]], as: "bytea")
        try await roundTrip(
            [PostgresUUID(high: 0, low: 0), PostgresUUID(high: .max, low: 1 << 63)], as: "uuid")
        try await roundTrip(
            [0, -1, 1_763_700_000_123_456].map { PostgresTimestamp(microseconds: $0) }, as: "timestamptz")
        try await roundTrip([-30_000, 0, 20_000].map { PostgresDate(days: $0) }, as: "date")
        try await roundTrip([PostgresJSON(bytes: Array(#"{"a": [1, null]}"#.utf8))], as: "jsonb")
        try await roundTrip([[], [1, 2, 3]] as [[Int]], as: "int8[]")
        try await roundTrip([[], ["a", "", "b,\"c}"]] as [[String]], as: "text[]")
        try await roundTrip([[nil, "x", nil]] as [[String?]], as: "text[]")
        try await roundTrip([[[1, 2], []]] as [[[UInt8]]], as: "bytea[]")
    }

    @Test func theServerSeesWhatWasMeant() async throws {
        let rows = try await database.read(
            """
            select \(PostgresTimestamp(microseconds: 1_000_001))::timestamptz at time zone 'UTC' = '1970-01-01 00:00:01.000001',
              \(PostgresDate(days: 365))::date = '1971-01-01',
              \(PostgresUUID(high: 0x0123_4567_89AB_CDEF, low: 2))::uuid = '01234567-89ab-cdef-0000-000000000002',
              \([1, 2] as [UInt8])::bytea = '\\x0102', \([3, 4]) = array[3, 4]::int8[]
            """)
        #expect(try rows[0].decode((Bool, Bool, Bool, Bool, Bool).self) == (true, true, true, true, true))
    }

    @Test func aggregatesAreReadable() async throws {
        let rows = try await database.read(
            """
            select sum(n), avg(n), count(*), sum(n) * 1000000000000, -sum(n) * 10000, 0::numeric, 0.00015::numeric
            from generate_series(1, 100) n
            """)
        let row = rows[0]
        #expect(try row.decode(0, as: Int.self) == 5050)
        #expect(try row.decode(1, as: Double.self) == 50.5)
        #expect(try row.decode(2, as: Int.self) == 100)
        #expect(try row.decode(3, as: Int.self) == 5_050_000_000_000_000)
        #expect(try row.decode(4, as: Int.self) == -50_500_000)
        #expect(try row.decode(5, as: Int.self) == 0)
        #expect(abs(try row.decode(6, as: Double.self) - 0.00015) < 1e-12)
        #expect(throws: PostgresError.self) { try row.decode(1, as: Int.self) }
    }

    @Test func aStringStandsForWhatTheColumnIs() async throws {
        try await database.write("create type mood as enum ('fine', 'tired')")
        try await database.write("create table t (id uuid, mood mood, doc jsonb, at timestamptz)")
        try await database.write(
            """
            insert into t values (\("01234567-89ab-cdef-0000-000000000002"), \("tired"), \(#"{"a":1}"#),
            \("2026-11-21T09:15:00Z"))
            """)
        let row = try await database.read("select mood, doc, id from t where mood = \("tired")")[0]
        #expect(try row.decode((String, String).self) == ("tired", #"{"a": 1}"#))
        #expect(try row.decode(2, as: PostgresUUID.self).low == 2)
    }

    @Test func misfitsNameTheColumnAndNeverTheValue() async throws {
        let row = try await database.read("select 'secret'::text as title, null::int8 as n, 70000 as big")[0]
        let misfit = try #require(throws: PostgresError.self) { try row.decode(0, as: Int.self) }
        #expect(misfit.description == "column 0 (title) of type 25 cannot be read as Int")
        let null = try #require(throws: PostgresError.self) { try row.decode(1, as: Int.self) }
        #expect(null.description == "column 1 (n) of type 20, NULL, cannot be read as Int")
        #expect(throws: PostgresError.self) { try row.decode(2, as: Int16.self) }
        let missing = try #require(throws: PostgresError.self) { try row.decode(9, as: Int.self) }
        #expect(missing.description == "there is no column 9")
        for error in [misfit, null, missing] { #expect(!String(reflecting: error).contains("secret")) }
    }

    @Test func nullCharactersAreRefusedNotCutOff() async throws {
        await #expect { try await database.read("select \("a\0b")") } throws: {
            if case PostgresError.nullCharacter = $0 { true } else { false }
        }
    }

    enum Mood: String, PostgresRepresentable { case fine, tired }

    @Test func otherTypesAreRepresented() async throws {
        let rows = try await database.read("select \(Mood.tired)::text, 'gloomy'::text, \([Mood.fine])::text[]")
        #expect(try rows[0].decode(0, as: Mood.self) == .tired)
        #expect(throws: PostgresError.self) { try rows[0].decode(1, as: Mood.self) }
        #expect(try rows[0].decode(2, as: [Mood].self) == [.fine])
    }
}
