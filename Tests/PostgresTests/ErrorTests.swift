import Postgres
import Testing

/// Errors say what went wrong, and never with whose data.
@Suite(.closing) struct ErrorTests {
    @Test func descriptionsHoldNoValues() async throws {
        let database = try openDatabase()
        try await database.write("create table account (email text primary key, age int check (age > 0))")
        let secret = "anna@example.org"
        try await database.write("insert into account values (\(secret), 1)")
        let failures: [Query] = [
            "insert into account values (\(secret), 1)",
            "insert into account values (\("x" + secret), -5)",
            "select \(secret)::int8",
            "do $$ begin raise exception 'no room for anna@example.org' using detail = 'anna@example.org'; end $$",
            "select * from account where \"anna@example.org\" = 1",
        ]
        for query in failures {
            let error = try #require(await #expect(throws: PostgresError.self) { try await database.write(query) })
            for text in ["\(error)", String(describing: error), error.description] {
                #expect(!text.contains("anna"), "\(query)")
                #expect(!text.isEmpty)
            }
            let details = try #require(error.ofServer)
            #expect(!details.description.contains("anna"))
            // For whoever asks for it by name.
            #expect(!details.message.isEmpty)
        }
    }

    @Test func constraintsAreNamed() async throws {
        let database = try openDatabase()
        try await database.write("create table t (a int8 constraint positive check (a > 0), b text not null)")
        let error = await #expect(throws: PostgresError.self) {
            try await database.write("insert into t values (0, '')")
        }
        let check = try #require(error?.ofServer)
        #expect(check.state.code == "23514" && check.constraint == "positive" && check.table == "t")
        #expect(check.description == "the database refused a statement: 23514, constraint positive, table t")
        let second = await #expect(throws: PostgresError.self) {
            try await database.write("insert into t values (1, null)")
        }
        let null = try #require(second?.ofServer)
        #expect(null.state.code == "23502" && null.column == "b")
    }

    @Test func aCodeSaysWhatCanBeDone() {
        #expect(SQLState(code: "99ABC").codeClass == "99")
        #expect(SQLState.serializationFailure.isRetryable && SQLState.deadlockDetected.isRetryable)
        #expect(!SQLState.uniqueViolation.isRetryable)
    }
}

extension PostgresError {
    fileprivate var ofServer: ServerError? { if case .server(let it) = self { it } else { nil } }
}
