import Reactor

extension Database {
    /// Seconds until the certificate that the server shows ends, negative if it has; nil without TLS. A connection is
    /// made for it.
    public func certificateSecondsLeft() async throws(PostgresError) -> Int? {
        let reactor = reactors.reactors[0]
        let configuration = configuration
        let answer: Result<Int?, PostgresError> = await withTaskExecutorPreference(reactor) {
            do throws(PostgresError) {
                return .success(
                    try await PlainConnection.connect(configuration, on: reactor).certificateSecondsLeft)
            } catch {
                return .failure(error)
            }
        }
        return try answer.get()
    }
}
