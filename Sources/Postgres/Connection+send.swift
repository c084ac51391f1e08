import CPostgres

/// Sending. Nothing leaves before a sync, which flushes (libpq 15), so what is sent in one go costs one system call.
extension Connection {
    /// Puts a submission's statements into the pipeline, without a sync. False if the connection is broken.
    func send(_ submission: Submission, from statements: inout StatementTable) -> Bool {
        submission.place = .sent
        submission.timesRun += 1
        for query in submission.queries {
            let statement = statements.statement(for: query)
            let isNamed = goesByName(statement, for: submission, statements)
            guard !isNamed || prepare(statement, for: submission), askForPrimary(for: submission, from: &statements),
                hold(submission.setting, for: submission, from: &statements),
                send(query, as: statement, named: isNamed)
            else { return false }
            expected.append(.statement(submission))
        }
        return true
    }

    /// Once in each transaction of reads, where another server may be behind the pooler by now. A lease's transaction
    /// opens with it, and a write is refused by a standby anyway (and may be one that must travel alone).
    private func askForPrimary(for submission: Submission, from statements: inout StatementTable) -> Bool {
        guard let pool, pool.checksPrimaryPerTransaction, submission.kind == .read, !asksForPrimary else { return true }
        guard precede(submission, with: pool.atPrimary, from: &statements) else { return false }
        asksForPrimary = true
        return true
    }

    /// Makes a setting hold for the statement that comes next, or none. A lease's statements say for themselves under
    /// what they run.
    private func hold(
        _ setting: LocalSetting?, for submission: Submission, from statements: inout StatementTable
    ) -> Bool {
        guard submission.kind != .exclusive, held != setting else { return true }
        var changes: [Query] = []
        if let held, held.name != setting?.name { changes.append(held.removal) }
        if let setting { changes.append(setting.query) }
        for change in changes where !precede(submission, with: change, from: &statements) { return false }
        held = setting
        return true
    }

    /// Preparing may end the transaction and what holds in it; taking back what does not hold does no harm.
    private func precede(
        _ submission: Submission, with query: Query, from statements: inout StatementTable
    ) -> Bool {
        let statement = statements.statement(for: query)
        let isNamed = goesByName(statement, for: submission, statements)
        guard !isNamed || prepare(statement, for: submission), send(query, as: statement, named: isNamed) else {
            return false
        }
        expected.append(.setting(submission))
        return true
    }

    /// Ends a sync: of the submission's own, or of the reads before it.
    func sync(_ submission: Submission?) -> Bool {
        guard let handle, PQpipelineSync(handle) == 1 else { return false }
        expected.append(.sync(submission))
        beginAnew()
        if submission == nil { readSyncs += 1 }
        flush()
        return true
    }

    /// Writes what is left; if the socket is full, goes on when it is not.
    func flush() {
        guard let handle, phase == .ready else { return }
        switch PQflush(handle) {
        case 0: watch(writable: false)
        case 1: watch(writable: true)
        default: pool?.lost(self)
        }
    }

    /// Each statement that is prepared here takes memory of the server's process until the connection ends.
    static let mostPreparations = 2 * StatementTable.limit

    private func goesByName(
        _ statement: Statement, for submission: Submission, _ statements: borrowing StatementTable
    ) -> Bool {
        guard statement.number != nil, statements.usesNames, !submission.avoidsNames else { return false }
        return preparations < Self.mostPreparations || isPrepared(statement)
    }

    /// Sends a statement's preparation if it is not known here yet.
    private func prepare(_ statement: Statement, for submission: Submission) -> Bool {
        guard let handle, let number = statement.number else { return false }
        guard !isPrepared(statement) else { return true }
        let sent = statement.types.withUnsafeBufferPointer {
            PQsendPrepare(handle, statement.name, statement.text, Int32(statement.types.count), $0.baseAddress)
        }
        guard sent == 1 else { return false }
        while prepared.count <= number { prepared.append(0) }
        prepared[number] = statement.generation + 1
        preparations += 1
        expected.append(.prepare(statement, submission))
        // Under a sync of its own, so that no other's error undoes a preparation that later turns rely on. A lease
        // has nobody else on its connection.
        if submission.kind != .exclusive {
            guard PQpipelineSync(handle) == 1 else { return false }
            expected.append(.sync(nil))
            readSyncs += 1
            beginAnew()
        }
        return true
    }

    /// Nothing of what held in a transaction holds after its sync.
    private func beginAnew() {
        held = nil
        asksForPrimary = false
    }

    private func send(_ query: Query, as statement: Statement, named isNamed: Bool) -> Bool {
        guard let handle else { return false }
        let sent = withArguments(of: query) { values, lengths, formats in
            isNamed
                ? PQsendQueryPrepared(
                    handle, statement.name, Int32(query.parameterCount), values, lengths, formats, 1)
                : statement.types.withUnsafeBufferPointer {
                    PQsendQueryParams(
                        handle, statement.text, Int32(query.parameterCount), $0.baseAddress, values, lengths, formats, 1
                    )
                }
        }
        return sent == 1
    }

    /// Whether the statement was prepared here under its present name, and nothing has been heard to the contrary.
    func isPrepared(_ statement: Statement) -> Bool {
        guard let number = statement.number, number < prepared.count else { return false }
        return prepared[number] == statement.generation + 1
    }

    /// The statement is not known to the server under its name.
    func forget(_ statement: Statement) {
        guard let number = statement.number, number < prepared.count else { return }
        prepared[number] = 0
    }

    /// Lends the values in the shape libpq takes them in, on the stack.
    private func withArguments(
        of query: Query,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Int32
    ) -> Int32 {
        let count = query.parameterCount
        guard count > 0 else { return body(nil, nil, nil) }
        return query.values.bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { values in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
                    var index = 0
                    for piece in query.pieces where piece.kind == .parameter {
                        // An empty value still needs an address, as null means NULL.
                        let start = bytes.baseAddress.map { $0 + Int(piece.place) } ?? UnsafeRawPointer(Self.nothing)
                        values[index] = piece.length < 0 ? nil : start.assumingMemoryBound(to: CChar.self)
                        numbers[index] = max(0, piece.length)
                        numbers[count + index] = piece.isBinary ? 1 : 0
                        index += 1
                    }
                    return body(
                        values.baseAddress.map { UnsafePointer($0) }, numbers.baseAddress.map { UnsafePointer($0) },
                        numbers.baseAddress.map { UnsafePointer($0 + count) })
                }
            }
        }
    }

    private nonisolated(unsafe) static let nothing: UnsafeMutablePointer<UInt8> = {
        // Never written to again, so every thread may read it.
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        byte.initialize(to: 0)
        return byte
    }()
}
