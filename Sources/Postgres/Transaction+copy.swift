import CPostgres

extension Transaction {
    /// Runs `COPY ... TO STDOUT` and lends its rows to the body. A body that ends early ends the transaction with it.
    public func copyOut<Outcome: Sendable>(
        _ query: Query, _ body: (CopyReader) async throws -> Outcome
    ) async throws -> Outcome {
        try await copying(query, expecting: PGRES_COPY_OUT) { copy in
            let outcome = try await body(CopyReader(conversation: copy))
            // What was not read is of no use to anybody.
            try await copy.onReactor { () async throws(PostgresError) in
                if copy.abandon() { self.markEnded() }
            }
            return outcome
        }
    }

    /// Runs `COPY ... FROM STDIN` with what the body writes. The answer is how many rows there were; a body that throws
    /// ends the transaction.
    @discardableResult
    public func copyIn(_ query: Query, _ body: (CopyWriter) async throws -> Void) async throws -> Int {
        try await copying(query, expecting: PGRES_COPY_IN) { copy in
            try await body(CopyWriter(conversation: copy))
            return try await copy.onReactor { () async throws(PostgresError) in try await copy.finishWriting() }
        }
    }

    private func copying<Outcome: Sendable>(
        _ query: Query, expecting status: ExecStatusType, _ work: (CopyConversation) async throws -> Outcome
    ) async throws -> Outcome {
        let text = try query.literalText()
        try await open()
        let copy = CopyConversation(self)
        do {
            try await copy.onReactor { () async throws(PostgresError) in try await copy.begin(text, expecting: status) }
            return try await work(copy)
        } catch {
            try await copy.onReactor { () async throws(PostgresError) in
                copy.abandon()
                self.markFailed()
            }
            throw error
        }
    }
}

extension Database {
    /// Runs `COPY ... TO STDOUT` in a transaction of its own and lends its rows to the body.
    public func copyOut<Outcome: Sendable>(
        _ query: Query, _ body: (CopyReader) async throws -> Outcome
    ) async throws -> Outcome {
        try await transaction(readOnly: true, attempts: 1) { transaction in
            try await transaction.copyOut(query, body)
        }
    }

    /// Runs `COPY ... FROM STDIN` in a transaction of its own with what the body writes. The answer is how many rows
    /// there were.
    @discardableResult
    public func copyIn(_ query: Query, _ body: (CopyWriter) async throws -> Void) async throws -> Int {
        try await transaction(attempts: 1) { transaction in
            try await transaction.copyIn(query, body)
        }
    }
}
