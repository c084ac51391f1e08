import TestWire

/// Copies of a database that was made ready once, on the server that tests share: a whole schema takes PostgreSQL half
/// a second, a copy of one a tenth of that.
public actor PreparedDatabase {
    private let prepare: @Sendable (_ url: String) async throws -> Void
    private let difference: String
    private var original: Task<String, any Error>?

    /// - Parameter difference: what is other in each copy, done by the superuser.
    public init(difference: String, prepare: @escaping @Sendable (_ url: String) async throws -> Void) {
        self.difference = difference
        self.prepare = prepare
    }

    /// The URL of a new copy.
    public nonisolated func copy() async throws -> String {
        let server = TestPostgres.shared
        // Parts on other nodes would have to be copied, too.
        if TestPostgres.isSpread {
            let url = try server.freshDatabase()
            try await prepare(url)
            return url
        }
        let (name, difference) = (try await nameOfOriginal(), difference)
        return try await onThread {
            let url = try server.freshDatabase(like: name)
            try server.execute(difference, database: server.name(of: url))
            return url
        }
    }

    private func nameOfOriginal() async throws -> String {
        if let original { return try await original.value }
        let made = Task { [prepare] in
            let server = TestPostgres.shared
            let url = try server.freshDatabase()
            try await prepare(url)
            return server.name(of: url)
        }
        original = made
        return try await made.value
    }
}

extension PreparedDatabase {
    /// Copies of Daybook's database are installations of their own.
    public static let otherInstance = """
        UPDATE instance SET id = gen_random_uuid(), epoch = gen_random_uuid(), epoch_began_at = now(), created_at = now()
        """
}
