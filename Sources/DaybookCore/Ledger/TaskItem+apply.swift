extension TaskItem {
    /// Applies one operation whose clocks are already right, and nothing that follows from it.
    ///
    /// Pure in (row, operation): replaying a ledger with it gives the same rows again.
    static func apply(_ operation: SyncOperation, to row: inout TaskItem?) -> Application {
        if operation.kind == .delete { return delete(&row, operation) }
        let patch = operation.ofTask
        if let rejection = patch.rejection { return .rejected(rejection) }
        if let invalid = completionError(patch) { return .rejected(Rejection([invalid])) }

        if patch[.parentId] == .identifier(operation.id) { return .rejected(.partOfItself) }
        if let tags = patch[.tags]?.tags, let refusal = row?.refusal(of: tags, at: operation.at) {
            return .rejected(refusal)
        }
        var application = Application()
        if row.isNone {
            guard operation.kind == .set, patch[.title] != nil else { return .waiting }
            row = TaskItem(id: operation.id)
            application.created = true
            application.changed = true
        }
        // The row is changed in place: a copy would share its strings and clocks and be copied again on writing.
        row?.change(operation, patch, &application)
        return application
    }

    /// A deletion that reopens takes back the making of an occurrence: the task is as if it had not been there yet.
    private static func delete(_ row: inout TaskItem?, _ operation: SyncOperation) -> Application {
        var application = delete(&row, at: operation.at)
        // A completion that has come meanwhile is somebody's, and counts.
        guard operation.reopens != nil, let task = row, !task.isCompleted,
            task.reopenedThrough.map({ $0 < operation.at }) ?? true
        else { return application }
        row?.reopenedThrough = operation.at
        application.changed = true
        return application
    }

    /// Deleted by taking its making back and not by anybody who wanted it gone: a deletion that came since has a clock
    /// of its own.
    var wasUnmade: Bool { isDeleted && deletion == reopenedThrough }

    private mutating func change(
        _ operation: SyncOperation, _ patch: Patch<TaskItem>, _ application: inout Application
    ) {
        let deletionBefore = isDeleted ? deletion : nil
        if operation.kind == .restore {
            application.asked += 1
            if clocks[.deletedAt].map({ $0 < operation.at }) ?? true {
                if deletionBefore == nil { application.prior.append(JSONMember("deletedAt", .null)) }
                clocks[.deletedAt] = operation.at
                application.changed = true
            }
        }
        begin(
            with: operation, makes: operation.kind == .set && patch[.title] != nil, at: patch[.createdAt], &application)
        if case .state(let wanted)? = patch[.state] {
            application.asked += 1
            changeState(to: wanted, operation, patch[.completedAt]?.instant, &application)
        } else if patch[.completedAt] == .null, isCompleted {
            // Who clears the time of a completion takes the completion back.
            application.asked += 1
            changeState(to: openState, operation, nil, &application)
        }
        let entered = enteredBacklogAt
        apply(patch, at: operation.at, to: &application) { field in
            field == .state || field == .createdAt || field == .tags || field.carrier != nil
        }
        if patch[.region] != nil, clocks[.region] == operation.at {
            enterBacklog(at: operation.at, told: patch[.enteredBacklogAt]?.instant, leaving: entered, &application)
        }
        if let tags = patch[.tags]?.tags { change(tags: tags, at: operation.at, &application) }
        tell(ofDeletion: deletionBefore, in: &application)
    }

    /// A change of region that puts a task into the backlog may say since when it has been there, which no change can
    /// say of a time after itself; one that takes it out leaves behind since when it was there.
    private mutating func enterBacklog(
        at clock: HybridTime, told: Instant?, leaving entered: Instant?, _ application: inout Application
    ) {
        enterBacklog(at: told.flatMap { $0 <= clock.instant ? $0 : nil })
        guard let entered, region != .backlog else { return }
        application.prior.append(JSONMember(TaskField.enteredBacklogAt.name, .string(entered.text)))
    }

    /// Completion is an observed-remove flag: a completion counts until a reopening names it or a later one; how the
    /// task stands while it is open is decided by the last writer.
    private mutating func changeState(
        to wanted: TaskState, _ operation: SyncOperation, _ completedAt: Instant?, _ application: inout Application
    ) {
        let before = (state: state, completedAt: self.completedAt)
        if wanted == .completed {
            if completion.map({ $0.clock <= operation.at }) ?? true {
                completion = Completion(clock: operation.at, at: completedAt ?? operation.at.instant)
                application.changed = true
            }
            if !isCompleted {
                application.conflicts.append(
                    Conflict(
                        field: "state", mine: .string(wanted.name), theirs: .string(state.name), reason: .reopened,
                        by: clocks[.state]))
                return
            }
        } else {
            // Nobody has seen a completion of the future, so a reopening reaches no further than its own time.
            if let seen = operation.reopens.map({ min($0, operation.at) }), reopenedThrough.map({ $0 < seen }) ?? true {
                reopenedThrough = seen
                application.changed = true
            }
            let openClock = clocks[.state]
            if openClock.map({ $0 <= operation.at }) ?? true {
                openState = wanted
                clocks[.state] = operation.at
                application.changed = true
            }
            if state != wanted {
                application.conflicts.append(
                    Conflict(
                        field: "state", mine: .string(wanted.name), theirs: .string(state.name),
                        reason: isCompleted ? .completed : .newer, by: isCompleted ? completion?.clock : openClock))
                if isCompleted || before.state != .completed { return }
            }
        }
        if !application.created, before.state != state || before.completedAt != self.completedAt {
            application.prior.append(JSONMember("state", .string(before.state.name)))
            if let instant = before.completedAt {
                application.prior.append(JSONMember("completedAt", .string(instant.text)))
            }
        }
    }

    /// A time of completion belongs to a completing change and nowhere else.
    private static func completionError(_ patch: Patch<TaskItem>) -> FieldError? {
        guard let completedAt = patch[.completedAt], completedAt != .null else { return nil }
        if patch[.state] == .state(.completed) { return nil }
        return FieldError(
            field: "completedAt", code: .immutable, sentence: "completedAt can be given only with state completed.")
    }

    package func shownValue(of field: TaskField) -> FieldValue {
        switch field {
        case .state: .state(state)
        case .bucket: .bucket(bucket)
        default: value(of: field)
        }
    }

    /// The clock of what a field shows now.
    func shownClock(of field: TaskField) -> HybridTime? {
        switch field {
        case .state, .completedAt:
            isCompleted ? completion?.clock : [reopenedThrough, clocks[.state]].compactMap { $0 }.max()
        case .deletedAt: isDeleted ? deletion : clocks[.deletedAt]
        case .enteredBacklogAt: clocks[.region]
        default: clocks[field]
        }
    }
}

extension TaskItem {
    /// The greatest clock of any change of the task.
    package var lastChange: HybridTime? { [lastEdit, deletion, reopenedThrough].compactMap { $0 }.max() }
}

extension TaskList {
    /// The greatest clock of any change of the list.
    package var lastChange: HybridTime? { [lastEdit, deletion].compactMap { $0 }.max() }
}

extension Rejection {
    static let partOfItself = Rejection([
        FieldError(field: "parentId", code: .unknownValue, sentence: "A task cannot be part of itself.")
    ])
    package static let unknownRow = Rejection(.unknownRow, "There is no such row, and the change does not create one.")
    static let invalidOperation = Rejection(.invalidOperation, "Settings can be set, but not deleted or restored.")
}
