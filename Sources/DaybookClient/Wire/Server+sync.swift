import DaybookCore

extension Server {
    /// One round trip: what this device did goes up, what others did comes back.
    func sync(_ request: SyncRequest, answering exchange: Replica.Exchange) async throws(Failure) -> SyncAnswer {
        var writer = JSONWriter()
        request.write(to: &writer)
        let answer: HTTPAnswer
        do { answer = try await call(HTTPCall("POST", "/v1/sync", body: writer.bytes)) } catch {
            guard case .problem(let problem) = error, let answer = SyncAnswer(problem) else { throw error }
            return answer
        }
        return try SyncAnswer.page(answer.body, answering: exchange.operations)
    }
}
