import DaybookCore

/// Something that an assistant does to one task, as it is asked of whoever keeps the tasks.
package struct AgentDeed: Hashable, Sendable {
    package enum Act: Hashable, Sendable {
        /// Adds what a line of plain words says.
        case capture(String)
        case add([JSONMember])
        case change(Identifier, [JSONMember])
        case complete(Identifier)
        /// To today, to tomorrow, or away from its day.
        case schedule(Identifier, to: String)
        case move(Identifier, [JSONMember])
        /// Writes a paragraph behind the notes that are there.
        case comment(Identifier, String)
        case delete(Identifier)
        /// Takes back one of its own changes, by the id of that.
        case undo(Identifier)
        /// Changes nothing: it is for the person to do.
        case propose([JSONValue], note: String?)
    }

    package let act: Act
    /// Under which a repetition is answered as the first time.
    package let key: String?

    package init(_ act: Act, key: String? = nil) { (self.act, self.key) = (act, key) }
}

extension AgentDeed.Act {
    /// Nil for one that is not there yet, or that only the change tells that is undone.
    package var task: Identifier? {
        switch self {
        case .capture, .add, .undo, .propose: nil
        case .change(let task, _), .complete(let task), .schedule(let task, _), .move(let task, _),
            .comment(let task, _), .delete(let task):
            task
        }
    }

    /// Nothing becomes of it unless the person wants it.
    var isProposal: Bool { if case .propose = self { true } else { false } }

    var deletes: Bool {
        switch self {
        // What is undone may have been an undoing of deletions.
        case .delete, .undo: true
        default: false
        }
    }

    /// What its answer is called among the data.
    var answerName: String {
        switch self {
        case .capture: "captured"
        case .delete: "deleted"
        case .undo: "undone"
        case .propose: "proposal"
        case .add, .change, .complete, .schedule, .move, .comment: "task"
        }
    }

    /// What is shown beside its answer: the task, where the answer is not the task itself, and what the merge made of
    /// the change.
    func places(beside answer: [UInt8]) -> [AgentTool.Named] {
        switch self {
        case .undo, .propose: return []
        default: break
        }
        guard let id = task?.text ?? (try? JSONValue(json: answer))?[text: "id"] else { return [] }
        var places: [AgentTool.Named] = []
        if case .capture = self { places.append(.init(name: "task", place: AgentPlace("/v1/tasks/\(id)"))) }
        places.append(.init(name: "history", place: AgentPlace("/v1/history", [("task", id), ("limit", "3")])))
        return places
    }
}

/// Who makes an assistant's changes: the routes of a server, or a notebook.
package protocol AgentHands: Sendable {
    /// What became of it: the task, what was captured, deleted or undone; or why nothing was changed.
    func perform(_ deed: AgentDeed) async throws -> AgentDocument
}
