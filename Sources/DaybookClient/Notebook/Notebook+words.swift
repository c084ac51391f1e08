import DaybookCore

/// Lines of plain words: `Call mum fri 9am +Family`.
extension Notebook {
    /// Adds a task as a line says it, and answers what was understood, so that it can be shown and taken back. The name
    /// of a list counts if one list has it.
    ///
    ///     let (id, words) = try await notebook.capture("Call mum fri 9am")
    @discardableResult
    public func capture(
        _ text: String, in language: Language = .english,
        understanding kinds: Set<PlainWords.Kind> = PlainWords.usual
    ) async throws -> (id: Identifier, words: PlainWords) {
        try await capture(text, in: language, understanding: kinds, naming: snapshot.lists)
    }

    /// - Parameter lists: those that the line may name.
    package func capture(
        _ text: String, in language: Language, understanding kinds: Set<PlainWords.Kind> = PlainWords.usual,
        naming lists: [TaskList]
    ) async throws -> (id: Identifier, words: PlainWords) {
        var (draft, words) = read(text, in: language, understanding: kinds, naming: lists)
        if draft.scheduledDate == nil, draft.list == nil, settings.quickAdd == .today {
            draft.scheduledDate = moment.today
        }
        return (try await add(draft), words)
    }

    /// What a line says, as a task that could be added.
    public func read(
        _ text: String, in language: Language = .english,
        understanding kinds: Set<PlainWords.Kind> = PlainWords.usual
    ) -> (draft: TaskDraft, words: PlainWords) {
        read(text, in: language, understanding: kinds, naming: snapshot.lists)
    }

    private func read(
        _ text: String, in language: Language, understanding kinds: Set<PlainWords.Kind>, naming lists: [TaskList]
    ) -> (draft: TaskDraft, words: PlainWords) {
        let moment = moment
        let words = PlainWords.parse(text, in: language, at: moment, understanding: kinds)
        guard let name = words.list?.lowercased() else { return (TaskDraft(words), words) }
        let named = lists.filter { $0.name.lowercased() == name }
        guard named.count == 1 else {
            return read(text, in: language, understanding: kinds.subtracting([.list]), naming: lists)
        }
        var draft = TaskDraft(words)
        draft.list = named[0].id
        return (draft, words)
    }
}

extension TaskDraft {
    /// What plain words say, but for the list, which they only name.
    public init(_ words: PlainWords) {
        self.init(words.title)
        scheduledDate = words.scheduledDate
        dueAt = words.dueAt
        reminderAt = words.reminderAt
        recurrence = words.recurrence
        tags = Set(words.tags)
        priority = words.priority ?? 0
        region = words.region
        bucket = words.bucket
    }
}
