import DaybookAccounts
import DaybookCore
import HTTP
import Postgres

/// A table of tasks reduced to what a benchmark needs, with a read by key and a durable insert.
enum BenchRows {
    static let count = 100_000

    /// Makes and fills the table where it is missing.
    static func prepare(_ database: Database) async throws {
        try await database.transaction { transaction in
            try await transaction.run(
                """
                CREATE TABLE IF NOT EXISTS bench_row (
                    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                    title text NOT NULL,
                    state text NOT NULL DEFAULT 'notStarted',
                    created_at timestamptz NOT NULL DEFAULT now())
                """)
            try await transaction.run(
                """
                INSERT INTO bench_row (title)
                SELECT 'Review chapter ' || n || ' feedback' FROM generate_series(1, \(count)) AS n
                WHERE NOT EXISTS (SELECT 1 FROM bench_row)
                """)
        }
        _ = try await database.write("ANALYZE bench_row")
    }

    /// `GET /plain` is the engine alone, `GET /rows/:id` one row by primary key (404 where there is none), `POST /rows`
    /// one insert committed before the answer (400 for anything but `{"title": text}`).
    static func addRoutes(to routes: inout Routes, _ database: Database) {
        let id = PathParameter<Int64>("id")
        let plain = Array("Hello, World!".utf8)
        routes.get("/plain") { _ in Response(.ok, type: .text, plain) }
        routes.get("/rows/\(id)") { request in
            let id = try request.parameter(id)
            let rows = try await database.read(
                "SELECT id, title, state, created_at FROM bench_row WHERE id = \(id)", timeout: nil)
            guard let row = rows.first else { throw Problem(.notFound) }
            return .json(try json(of: row))
        }
        routes.post("/rows") { request in
            let title = try title(in: await request.body.collect())
            let rows = try await database.write("INSERT INTO bench_row (title) VALUES (\(title)) RETURNING id")
            guard let row = rows.first else { throw Problem(.internalError) }
            var json = JSONWriter(reserving: 32)
            json.beginObject()
            json.member("id", try row.decode(0, as: Int64.self))
            json.endObject()
            return .json(json.bytes, status: .created)
        }
    }

    /// The same read by key and the same plain text for those who bring a token.
    static func guarded(_ database: Database) -> [String: GuardedRoute.GuardedHandler] {
        let id = PathParameter<Int64>("id")
        let plain = Array("Hello, World!".utf8)
        return [
            "/guarded/rows/:id": { request, _ in
                let id = try request.parameter(id)
                let rows = try await database.read(
                    "SELECT id, title, state, created_at FROM bench_row WHERE id = \(id)", timeout: nil)
                guard let row = rows.first else { throw Problem(.notFound) }
                return .json(try json(of: row))
            },
            "/guarded/plain": { _, _ in Response(.ok, type: .text, plain) },
        ]
    }

    private static func json(of row: Row) throws -> [UInt8] {
        let (id, title, state, created) = try row.decode((Int64, String, String, PostgresTimestamp).self)
        var json = JSONWriter(reserving: 160)
        json.beginObject()
        json.member("id", id)
        json.member("title", title)
        json.member("state", state)
        json.member("createdAt", Instant(milliseconds: created.microseconds / 1000).description)
        json.endObject()
        return json.bytes
    }

    private static func title(in body: [UInt8]) throws -> String {
        var reader = JSONReader(body)
        var title: String?
        do {
            try reader.beginObject()
            while let name = try reader.nextName() {
                if name == "title" { title = try reader.readString() } else { try reader.skipValue() }
            }
            try reader.end()
        } catch {
            throw Problem(.malformedParameter, parameter: "body")
        }
        guard let title else { throw Problem(.malformedParameter, parameter: "title") }
        return title
    }
}
