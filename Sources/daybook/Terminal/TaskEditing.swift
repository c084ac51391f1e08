import DaybookClient
import DaybookCore
import DaybookHost
import FoundationEssentials
import Glibc

/// A task in the person's editor. What was typed is never lost: until it is saved it is in a file, and where something
/// goes wrong it is given back too.
struct TaskEditing {
    let session: CommandSession

    func edit(_ task: TaskItem) async throws {
        let moment = await session.notebook.moment
        var list: String?
        if let id = task.listId { list = await session.notebook.list(id)?.name }
        let before = TaskForm(task, list: list, at: moment)
        let file = try file(before.text)
        let opened = Self.open(file)
        guard let bytes = FileManager.default.contents(atPath: file.path) else {
            throw Refusal(sentence: "the file of the editor is gone: \(file.path). Nothing was changed")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw given(back: String(decoding: bytes, as: UTF8.self), file, "what the editor saved is not UTF-8")
        }
        guard text != before.text else {
            try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
            guard opened else {
                throw Refusal(sentence: "the editor could not be run; set $VISUAL or $EDITOR. Nothing was changed")
            }
            return await leave(task)
        }
        guard opened else { throw given(back: text, file, "the editor ended with an error") }
        do {
            let fields = try await fields(TaskForm(text), since: before, task)
            if fields.isEmpty { await leave(task) } else { try await save(fields, task) }
        } catch let fault as TaskForm.Fault {
            throw given(back: text, file, "line \(fault.line): \(fault.sentence)", code: .usage)
        } catch {
            let trouble = SessionTrouble(error)
            let sentence = trouble.sentence.hasSuffix(".") ? String(trouble.sentence.dropLast()) : trouble.sentence
            throw given(back: text, file, sentence, code: trouble.code)
        }
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
        await session.send()
    }

    private func save(_ fields: [JSONMember], _ task: TaskItem) async throws {
        try await session.notebook.edit([task.id], fields)
        await session.report([task.id], "Changed")
    }

    private func leave(_ task: TaskItem) async {
        if session.isJSON { return await session.report([task.id], "") }
        session.say("Nothing was changed.")
    }

    private func given(back text: String, _ file: URL, _ sentence: String, code: ExitCode = .failure) -> Refusal {
        Refusal(sentence: "\(sentence). The text is kept in \(file.path)", code: code, written: [text])
    }

    // MARK: The file and the editor

    /// In a folder that is closed to others.
    private func file(_ text: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-edit-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let file = folder.appending(path: "task.txt")
            try Data(text.utf8).write(to: file)
            return file
        } catch {
            throw Refusal(sentence: "a file for the editor cannot be made in \(folder.path)", code: .inputOutput)
        }
    }

    /// Through the shell, because `$EDITOR` may have arguments. False where it could not be run or ended with an error.
    private static func open(_ file: URL) -> Bool {
        setenv("DAYBOOK_FORM", file.path, 1)
        defer { unsetenv("DAYBOOK_FORM") }
        return system(#"eval "${VISUAL:-${EDITOR:-vi}} \"\$DAYBOOK_FORM\"""#) == 0
    }

    // MARK: What was changed

    private func fields(_ form: TaskForm, since before: TaskForm, _ task: TaskItem) async throws -> [JSONMember] {
        var fields: [JSONMember] = []
        func set(_ name: String, _ text: String?) { fields.append(JSONMember(name, text.map { .string($0) } ?? .null)) }
        let changes = form.changes(since: before)
        var recurrence = task.recurrence
        for field in TaskForm.Field.allCases {
            guard let text = changes[field] else { continue }
            let word = text.isEmpty ? "none" : text
            switch field {
            case .title: set("title", text)
            case .date: set("scheduledDate", try await session.date(word)?.text)
            case .due: set("dueAt", try await session.instant(word)?.text)
            case .remind: set("reminderAt", try await session.instant(word)?.text)
            case .list: set("listId", text.isEmpty ? nil : try await session.list(text).id.text)
            case .category: set("category", text.isEmpty ? nil : text)
            case .priority:
                let priority = text.isEmpty ? 0 : Int64(text)
                guard let priority, TaskItem.priorities.contains(Int(priority)) else {
                    throw Refusal(usage: "Priority: expected 1 to 9, or nothing")
                }
                fields.append(JSONMember("priority", .integer(priority)))
            case .tags: fields.append(JSONMember("tags", try tags(text, since: task).json))
            case .every: recurrence = try await session.recurrence(word, instead: recurrence)
            case .except:
                let dates = try RecurrenceWords.dates(
                    word, at: await session.notebook.moment, in: session.language)
                guard recurrence != nil || dates == nil else {
                    throw Refusal(usage: "Except: the task does not repeat; fill in Every")
                }
                recurrence?.except = dates ?? []
            }
        }
        if recurrence != task.recurrence { fields.append(JSONMember("recurrence", recurrence?.json ?? .null)) }
        if let notes = form.changedNotes(since: before) { set("notes", notes) }
        return fields
    }

    private func tags(_ text: String, since task: TaskItem) throws -> TagEdit {
        let texts = text.split(separator: ",").map { String($0.drop(while: \.isWhitespace)) }
        let tags = texts.compactMap { Tag.read($0) }
        guard tags.count == texts.count else {
            throw Refusal(usage: "Tags: expected short texts with commas between them")
        }
        return TagEdit(
            add: Set(tags).subtracting(task.tags),
            remove: Set(task.tags).subtracting(tags).map { TagEdit.Removal($0) })
    }
}
