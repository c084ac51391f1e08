import DaybookCore

extension Server {
    /// One round trip: what this device did goes up, what others did comes back.
    func sync(_ request: SyncRequest, answering exchange: Replica.Exchange) async throws(Failure) -> SyncAnswer {
        var writer = JSONWriter()
        request.write(to: &writer)
        let answer: HTTPAnswer
        do { answer = try await call(HTTPCall("POST", "/v1/sync", body: writer.bytes)) } catch {
            guard case .problem(let problem) = error else { throw error }
            if problem.status == 410 { return .gone }
            if problem.status == 409, problem.code == MergeResult.massDeleteCode {
                return .massDeleteRefused(deletions: problem.count("deletions"), of: problem.count("of", "total"))
            }
            throw error
        }
        guard var read = try? SyncPage.read(answer.body) else { throw .unreadable }
        // Outcomes are matched by name: an answer that leaves one out must not answer another.
        var outcomes: [Identifier: Outcome] = [:]
        for (opId, outcome) in zip(read.answered, read.page.outcomes) { outcomes[opId] = outcome }
        var given: [Identifier: HybridTime] = [:]
        for case (let opId, let clock?) in zip(read.answered, read.page.given) { given[opId] = clock }
        if !given.isEmpty { read.page.given = exchange.operations.map { given[$0] } }
        read.page.outcomes = exchange.operations.compactMap { outcomes[$0] }
        guard read.page.outcomes.count == exchange.operations.count else { throw .unreadable }
        return .page(read.page)
    }
}

extension Server.Problem {
    fileprivate func count(_ names: String...) -> Int {
        for name in names {
            if case .integer(let number)? = self[name] { return Int(number) }
        }
        return 0
    }
}
