import DaybookCore

/// Something that another server publishes, kept for a while. Those who ask at the same time wait for one fetch, and
/// the fetch does not end with the request that began it.
actor Fetched<Value: Sendable> {
    private let fetch: @Sendable () async throws(ProviderTrouble) -> Value
    private var kept: (value: Value, at: Instant)?
    private var triedAt: Instant?
    private var underWay: Task<Result<Value, ProviderTrouble>, Never>?

    init(_ fetch: @escaping @Sendable () async throws(ProviderTrouble) -> Value) { self.fetch = fetch }

    /// No provider is asked more often than that while it has given an answer to live with.
    static var pause: Int64 { 60_000 }
    /// If a provider cannot be reached, its documents of the last day are still used.
    static var longest: Int64 { Instant.dayLength }

    /// The value, fetched anew if the one at hand is older than asked for.
    func value(noOlderThan age: Int64, at now: Instant) async throws(ProviderTrouble) -> Value {
        if let kept, now.milliseconds - kept.at.milliseconds < age { return kept.value }
        if let kept, let triedAt, now.milliseconds - triedAt.milliseconds < Self.pause { return kept.value }
        switch await fetched(at: now) {
        case .success(let value): return value
        case .failure(let trouble):
            if let kept, now.milliseconds - kept.at.milliseconds < Self.longest { return kept.value }
            throw trouble
        }
    }

    private func fetched(at now: Instant) async -> Result<Value, ProviderTrouble> {
        if let underWay { return await underWay.value }
        let task = Task.detached { [fetch] in
            do throws(ProviderTrouble) { return Result<Value, ProviderTrouble>.success(try await fetch()) } catch {
                return .failure(error)
            }
        }
        underWay = task
        triedAt = now
        let outcome = await task.value
        underWay = nil
        if case .success(let value) = outcome { kept = (value, now) }
        return outcome
    }
}
