extension Notebook {
    /// What a view shows, now and whenever it is another: `for await tasks in notebook.updates(\.inbox)`.
    ///
    /// It yields only when the view differs, whoever changed it, and with a new day while the notebook keeps in step.
    /// A screen that is slower than the changes gets the latest. It ends with the notebook, or with the task that reads
    /// it.
    ///
    /// - Parameter view: of a snapshot, as `\.today` or `{ $0.tasks(in: list) }`.
    public nonisolated func updates<Value: Equatable & Sendable>(
        _ view: @escaping @Sendable (NotebookSnapshot) -> Value
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reading = Task { [weak self] in
            defer { continuation.finish() }
            guard let changes = await self?.changes(), let first = await self?.shown(view) else { return }
            continuation.yield(first)
            var last = first
            for await _ in changes {
                guard let value = await self?.shown(view) else { return }
                if value != last { continuation.yield(value) }
                last = value
            }
        }
        continuation.onTermination = { _ in reading.cancel() }
        return stream
    }

    private func shown<Value: Sendable>(_ view: @Sendable (NotebookSnapshot) -> Value) -> Value { view(snapshot) }
}
