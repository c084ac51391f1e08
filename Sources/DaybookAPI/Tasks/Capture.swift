import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// `POST /v1/capture` with `{"title":"..."}`: quick capture for voice and shortcuts, for which a token of scope
/// `capture` is enough.
///
/// With `"parse":true` the title is read as plain words, in the `language` that is named or the first one of
/// `accept-language` that is known; without `parse` it is read so where the account has a `captureLanguage`. What was
/// understood is told in `understood`. 201 with the sentence to speak, the task's id and where it went: to the Inbox
/// or, if the account or the title says so, elsewhere. 422 for an empty title.
struct Capture: Sendable {
    let changes: OnlineChanges
    let known: KnownSettings

    private static let names: Set<String> = ["title", "notes", "parse", "language"]

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let members = try await submission.members()
        try ChangePlan.requireNone(members.filter { !Self.names.contains($0.name) })
        switch members["parse"] {
        case .bool(true)?: return try await parsed(members, in: Self.language(members, request), submission)
        case .bool(false)?: break
        case nil, .null?:
            // A voice that cannot say how it is to be read: the account says so.
            let settings = try await known.read(principal.account, changes.database).settings
            if let language = settings.captureLanguage { return try await parsed(members, in: language, submission) }
        default: throw Self.invalid("parse", "parse must be true or false.")
        }
        let id = submission.identity.row(0)
        let given = Patch<TaskItem>(members.filter { $0.name == "title" || $0.name == "notes" })
        let settled = try await changes.make(submission, seeing: TaskAction.create(given).needs(on: id)) { plan in
            let isForToday = plan.slice.settings.quickAdd == .today
            let place: Patch<TaskItem> = isForToday ? QuickAction.toToday.patch(on: plan.day, at: plan.now) : [:]
            try plan.perform(TaskAction.create(given + place), on: id)
        }.settled
        guard let task = settled.tasks[id] else { throw Problem(.notFound) }
        let place = task.scheduledDate == nil ? AccountSettings.QuickAdd.inbox : .today
        return .object(.created) { json in
            json.member("sentence", request.language.text(.added(task.title, place)))
            json.member("id", id)
            json.member("place", place.name)
        }
    }

    /// A title of plain words.
    private func parsed(
        _ members: [JSONMember], in language: Language, _ submission: Submission
    ) async throws -> Response {
        guard case .string(let text) = members["title"] ?? .null else {
            throw Self.invalid("title", "title must be text.")
        }
        let id = submission.identity.row(0)
        let account = submission.principal.account
        // The name of a list does not depend on the day.
        let named = PlainWords.parse(text, in: language, at: Moment(submission.now, in: LocalDay(zone: .utc))).list
        let list = try await self.list(named, Visibility(submission.principal), of: account)
        let kinds = list == nil ? PlainWords.usual.subtracting([.list]) : PlainWords.usual
        let notes = members.filter { $0.name == "notes" }
        var needs = TaskAction.create([:]).needs(on: id)
        if let list { needs.lists.insert(list.id) }
        let settled = try await changes.make(submission, seeing: needs) { plan in
            let moment = Moment(plan.now, in: plan.day)
            let words = PlainWords.parse(text, in: language, at: moment, understanding: kinds)
            var fields = Patch<TaskItem>(words.members(in: list?.id) + notes)
            if words.scheduledDate == nil, words.list == nil, plan.slice.settings.quickAdd == .today {
                fields = fields + QuickAction.toToday.patch(on: plan.day, at: plan.now)
            }
            try plan.perform(TaskAction.create(fields), on: id)
        }.settled
        guard let task = settled.tasks[id] else { throw Problem(.notFound) }
        let day: LocalDay
        if let entry = known.find(account) {
            day = entry.day
        } else {
            day = try await known.read(account, changes.database).day
        }
        let moment = Moment(task.createdAt, in: day)
        let captured = CapturedWords(
            words: PlainWords.parse(text, in: language, at: moment, understanding: kinds), task: task,
            list: task.listId == list?.id ? list?.name : nil, moment: moment, language: language)
        return .object(.created) { captured.writeMembers(to: &$0) }
    }

    private static func language(_ members: [JSONMember], _ request: Request) throws -> Language {
        switch members["language"] {
        case nil, .null: return request.language
        case .string(let name):
            if let language = Language(rawValue: name) { return language }
            fallthrough
        default:
            let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
            throw invalid("language", "language must be one of \(known).")
        }
    }

    private static func invalid(_ field: String, _ sentence: String) -> Problem {
        Problem(invalid: field, .unknownValue, sentence)
    }

    /// The one list of a name, in letters of either size; nil where there is none or several.
    private func list(
        _ name: String?, _ visibility: Visibility, of account: Identifier
    ) async throws -> (id: Identifier, name: String)? {
        guard let name else { return nil }
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT list_id, name FROM list WHERE account_id = \(account) AND deleted_at IS NULL
                AND lower(name) = lower(\(name)::text) AND \(visibility.lists) LIMIT 2
            """)
        guard rows.count == 1, let row = rows.first else { return nil }
        return (try row.decode(0), try row.decode(1))
    }
}

/// What the answer to captured words tells.
private struct CapturedWords {
    let words: PlainWords
    let task: TaskItem
    /// The name of its list.
    let list: String?
    let moment: Moment
    /// What the person speaks.
    let language: Language

    private var place: String {
        guard let date = task.scheduledDate else { return task.listId == nil ? "inbox" : "list" }
        return date == moment.today ? "today" : "upcoming"
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("sentence", language.text(.captured(task.title, Phrase.CapturedPlace(task, in: list, at: moment))))
        json.member("id", task.id)
        json.member("place", place)
        json.member("title", task.title)
        json.member("understood", words.spans)
    }
}
