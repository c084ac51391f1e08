import DaybookClient
import DaybookCore

enum UndoCommand {
    static let command = CommandSession.command(
        "undo", "Undo the last change made on this device; repeat to undo the one before",
        about:
            "What has been changed since stays as it is and is listed; where that is all of it, nothing is undone. An import is undone as a whole, where it is the last thing that this device did.",
        words: [
            Command.Word(
                name: "CHANGE",
                help: "Undo this change, given by its id in 'daybook history' or 'daybook history --all'.",
                isOptional: true)
        ],
        examples: ["daybook undo": "the last change of this device"],
        run: { invocation, session in
            var opId: Identifier?
            if let reference = invocation.words.first {
                let found = try await session.notebook.deeds(limit: 500).filter {
                    $0.opId.text.hasPrefix(reference.lowercased())
                }
                if found.isEmpty, reference.count >= 4, await session.notebook.hasAccount, !session.isOffline {
                    return try await undoAtTheServer(reference.lowercased(), session)
                }
                guard found.count == 1 else {
                    throw found.isEmpty
                        ? Refusal(
                            sentence: "no change made on this device has the id '\(TerminalStyle.line(reference))'")
                        : ambiguous(reference, found.map(\.opId))
                }
                opId = found[0].opId
            } else if try await undoTheImport(session) {
                return
            }
            guard let (deed, kept) = try await session.notebook.undo(opId) else {
                throw Refusal(sentence: "there is nothing to undo on this device")
            }
            await session.report(deed, kept, as: "Undone")
        })

    /// Names what would do instead.
    private static func ambiguous(_ reference: String, _ found: [Identifier]) -> Refusal {
        let names = ShortNames(found.map(\.text))
        let some = found.prefix(8).map { "  " + names.short($0.text) }.joined(separator: "\n")
        let more = found.count > 8 ? "\n  ..." : ""
        return Refusal(sentence: "'\(TerminalStyle.line(reference))' matches several changes:\n\(some)\(more)")
    }

    /// Takes a whole import back, where it is the last thing that this device did.
    private static func undoTheImport(_ session: CommandSession) async throws -> Bool {
        guard let last = try await LastImport.last(session) else { return false }
        return try await session.turn(last)
    }

    /// A change that another device or the server made.
    private static func undoAtTheServer(_ reference: String, _ session: CommandSession) async throws {
        // A whole id needs no search, which reaches back so far and no further.
        let found =
            if let whole = Identifier(reference) { [whole] } else {
                try await ServerHistory.changes(named: reference, session)
            }
        let none = Refusal(sentence: "no change has the id '\(TerminalStyle.line(reference))'")
        guard let opId = found.first, found.count == 1 else {
            throw found.isEmpty ? none : ambiguous(reference, found)
        }
        let hidden = await session.notebook.snapshot.lists.filter(\.isHiddenFromAgents)
        let answer: JSONValue
        do {
            answer = try await session.notebook.asked("POST", "/v1/history/\(opId.text)/undo", [])
        } catch EntryFailure.refused("not_found", _, _) {
            throw none
        }
        session.tell { $0.value(answer) }
        var kept: Set<String> = []
        if case .array(let fields)? = answer["kept"] { kept = Set(fields.compactMap { $0["field"]?.text }) }
        session.say("\(answer["undone"] == .array([]) ? "Not undone" : "Undone"): \(opId.text.prefix(6))")
        session.say(kept: kept)
        if case .array(let lists)? = answer["lists"] {
            for list in lists where list[TaskList.hiddenFromAgents] != .bool(true) {
                guard let shown = hidden.first(where: { $0.id.text == list["id"]?.text }) else { continue }
                session.say(assistantsSee: true, shown)
            }
        }
        await session.send()
    }
}

enum RedoCommand {
    static let command = CommandSession.command(
        "redo", "Do again what undo took back; repeat to do the next one again",
        about:
            "Nothing is left to do again once something else has been done on this device. An import that was undone comes again as a whole.",
        examples: ["daybook redo": "what the last undo took back"],
        run: { _, session in
            let undone = try await LastImport.undone(session)
            if let undone, undone.isLast, try await session.turn(undone.import) { return }
            if let (deed, kept) = try await session.notebook.redo() {
                return await session.report(deed, kept, as: "Done again")
            }
            if let undone, try await session.turn(undone.import) { return }
            throw Refusal(sentence: "there is nothing to do again on this device")
        })
}

extension CommandSession {
    /// Takes an import back, or brings it again. False where it is of another account.
    fileprivate func turn(_ last: LastImport) async throws -> Bool {
        guard await notebook.hasAccount else { return false }
        guard !isOffline else {
            let (what, does) = last.wasUndone ? ("undone", "brings it again") : ("done", "takes it back")
            throw Refusal(
                sentence:
                    "the last thing \(what) here was the import of \(last.name), and the server \(does); leave --offline away"
            )
        }
        guard try await LastImport.account(self).id == last.account else {
            try last.forget(self)
            return false
        }
        let taken = try await last.turn(self)
        let rows = Set(taken.kept.map(\.id)).count
        tellObject { json in
            json.member(last.wasUndone ? "redone" : "undone", "import")
            json.member("kept", Set(taken.kept.map(\.field)).sorted())
        }
        let what = last.wasUndone ? "Done again" : "Undone"
        say("\(taken.isEmpty ? "Not \(what.lowercased())" : what): the import of \(last.name)")
        if rows > 0 {
            say(style.yellow("Changed since, and left as \(rows == 1 ? "it is: 1 row" : "they are: \(rows) rows")."))
        }
        return true
    }

    /// Says what was taken back, or done again, and what somebody changed since.
    fileprivate func report(_ deed: LocalChange, _ kept: [UndoPlan.Kept], as what: String) async {
        let told = await describe(deed)
        // An undoing that found nothing to do is remembered as one that did nothing.
        let undoing = try? await notebook.deeds(limit: 1).first
        let did = undoing.map { !$0.operations.isEmpty } ?? true
        tellObject { json in
            json.member(what == "Undone" ? "undone" : "redone", did ? deed.opId : nil)
            json.member("kept", kept.map(\.field))
        }
        say("\(did ? what : "Not \(what.lowercased())"): \(told)")
        say(kept: Set(kept.map(\.field)))
        if did { await sayWhatAssistantsSee(after: deed, kept) }
        await send()
    }

    /// That a list is shown to assistants again, or kept from them, is worth a sentence of its own.
    private func sayWhatAssistantsSee(after deed: LocalChange, _ kept: [UndoPlan.Kept]) async {
        let field = TaskList.hiddenFromAgents
        let lists = deed.operations.filter { operation in
            operation.entity == .list && operation.fields.contains { $0.name == field }
        }
        for id in Set(lists.map(\.id)) where !kept.contains(where: { $0.id == id && $0.field == field }) {
            guard let list = await notebook.list(id) else { continue }
            say(assistantsSee: !list.isHiddenFromAgents, list)
        }
    }

    fileprivate func say(assistantsSee seen: Bool, _ list: TaskList) {
        let name = ChangeWords.quoted(list.name)
        say(style.yellow(seen ? "Assistants see \(name) again." : "\(name) is kept from assistants again."))
    }

    /// What somebody changed since, and an undo left.
    fileprivate func say(kept fields: Set<String>) {
        guard !fields.isEmpty else { return }
        guard fields != [TaskField.deletedAt.name] else {
            return say(style.yellow("It was changed or deleted since, and stays so."))
        }
        let names = fields.map(FieldNames.name).sorted().joined(separator: ", ")
        say(style.yellow("Changed since and left as it is: \(names)"))
    }

    /// Says what a change did; of what it added, also where it was put, where that is wanted.
    func describe(_ deed: LocalChange, withPlaces: Bool = false) async -> String {
        guard let entry = deed.entries.first else { return "a change" }
        let operation = entry.operation
        let words = ChangeWords(lines: await lines())
        let changes = entry.changes.map { ChangeWords.Change($0) }
        let name: String
        switch operation.entity {
        case .task: name = await notebook.replicaTitle(operation.id)
        case .list: name = "the list \(ChangeWords.quoted(await notebook.list(operation.id)?.name ?? ""))"
        case .settings: name = "the settings"
        }
        let followed = deed.operations.count - 1
        let more = followed > 0 ? " and what followed (\(followed))" : ""
        switch operation.kind {
        case .delete: return "deleted \(name)\(more)"
        case .restore: return "restored \(name)\(more)"
        case .set where deed.isAddition:
            let places = withPlaces ? words.places(changes) : []
            return (["added \(name)"] + places).joined(separator: ", ") + more
        case .set: return "\(name): \(words.edits(changes).joined(separator: ", "))\(more)"
        }
    }
}

extension Notebook {
    fileprivate func replicaTitle(_ id: Identifier) -> String {
        task(id).map { "'\(TerminalStyle.line($0.title))'" } ?? "a task that is gone"
    }
}
