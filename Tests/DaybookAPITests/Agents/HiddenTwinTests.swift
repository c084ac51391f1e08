import DaybookCore
import DaybookStore
import Postgres
import Seeds
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// An account with lists that are kept from assistants, and the same account without them: these lists, their tasks and
/// all that ever happened to them are taken out of the tables. Whatever an assistant asks, both answer the same bytes.
@Suite(.closing) struct HiddenTwinTests {
    @Test func anAccountWithHiddenListsAnswersLikeOneWithoutThem() async throws {
        var random = RandomSeed.generator()
        let agents = try await AgentHouse.writing()
        var life = try await Life(agents.person, &random)
        for _ in 0..<90 { await life.step(&random) }
        let questions = life.questions
        let with = await answers(to: questions, agents.assistant)
        #expect(with.joined().contains("open") && !with.joined().contains("secret list 3"), "\(RandomSeed.current)")
        try await life.removeHidden(from: agents.house.database)
        let without = await answers(to: questions, agents.assistant)
        for (place, question) in questions.enumerated() {
            #expect(with[place] == without[place], "\(question), \(RandomSeed.current)")
        }
    }

    /// Every page of each.
    private func answers(to questions: [Question], _ assistant: Caller) async -> [String] {
        var all: [String] = []
        for question in questions {
            var (told, cursor, pages) = ("", "", 0)
            repeat {
                let more = cursor.isEmpty ? "" : #"\#(question.arguments == "{}" ? "" : ",")"cursor":"\#(cursor)""#
                let answer = await assistant.tool(question.tool, question.arguments.dropLast() + more + "}")
                told += "\(answer.status) \(answer.text)\n"
                cursor = answer.string("result.structuredContent.data.nextCursor")
                pages += 1
            } while !cursor.isEmpty && pages < 100
            all.append(told)
        }
        return all
    }
}

private struct Question: Sendable {
    let tool: String
    let arguments: String
}

/// Somebody's tasks in lists, of which half are hidden.
private struct Life {
    let person: Caller
    let account: String
    /// What day it is for the account, and two around it.
    let days: [String]
    private(set) var lists: [String] = []
    private(set) var hidden: [String] = []
    private(set) var tasks: [String] = []
    private var saved: [String] = []

    init(_ person: Caller, _ random: inout some RandomNumberGenerator) async throws {
        self.person = person
        account = await person.get("/v1/account").string("id")
        guard let today = CalendarDate(await person.get("/v1/views/today").string("date")) else {
            throw LiveHouse.Broken()
        }
        days = [-1, 0, 0, 1].map { "\(today.adding(days: $0))" }
        for number in 0..<4 {
            let isHidden = number % 2 == 1
            let body = #"{"name":"\#(isHidden ? "secret" : "open") list \#(number)","hiddenFromAgents":\#(isHidden)}"#
            let list = await person.post("/v1/lists", body).string("id")
            lists.append(list)
            if isHidden { hidden.append(list) }
        }
        for filter in ["open sort:title", "list:\(lists[1])", #"list:\"secret list 1\""#] {
            saved.append(await person.post("/v1/lists", #"{"name":"A filter","filter":"\#(filter)"}"#).string("id"))
        }
    }

    mutating func step(_ random: inout some RandomNumberGenerator) async {
        let task = tasks.randomElement(using: &random)
        switch (Int.random(in: 0..<12, using: &random), task) {
        case (7, let task?): _ = await person.post("/v1/tasks/\(task)/complete")
        case (8, let task?): _ = await person.call("PATCH", "/v1/tasks/\(task)", #"{"title":"\#(title(&random))"}"#)
        case (9, let task?): _ = await person.post("/v1/tasks/\(task)/schedule", #"{"to":"tomorrow"}"#)
        case (10, let task?):
            let list = lists.randomElement(using: &random).map { #""\#($0)""# } ?? "null"
            _ = await person.post("/v1/tasks/\(task)/move", #"{"listId":\#(list)}"#)
        case (11, let task?): _ = await person.delete("/v1/tasks/\(task)")
        default: await add(&random)
        }
    }

    private mutating func add(_ random: inout some RandomNumberGenerator) async {
        var members = [#""title":"\#(title(&random))""#]
        func maybe(_ member: String) { if Bool.random(using: &random) { members.append(member) } }
        if let list = (lists + [""]).randomElement(using: &random), !list.isEmpty {
            members.append(#""listId":"\#(list)""#)
        }
        maybe(#""scheduledDate":"\#(days.randomElement(using: &random) ?? "")""#)
        maybe(#""dueAt":"\#(days[0])T09:00:00.000Z""#)
        maybe(#""tags":["errand"]"#)
        if Int.random(in: 0..<3, using: &random) == 0 {
            let region = ["morning", "afternoon", "evening", "backlog"].randomElement(using: &random) ?? ""
            if region == "backlog" { members.removeAll { $0.contains("scheduledDate") } }
            members.append(#""region":"\#(region)""#)
        }
        if let parent = tasks.randomElement(using: &random), Int.random(in: 0..<4, using: &random) == 0 {
            members.append(#""parentId":"\#(parent)""#)
        }
        let id = await person.task(members.joined(separator: ","))
        if !id.isEmpty { tasks.append(id) }
    }

    /// It may say anything: where its task lies decides who sees it.
    private func title(_ random: inout some RandomNumberGenerator) -> String {
        let thing = ["milk", "bread", "paper", "stamps"].randomElement(using: &random) ?? ""
        return "Buy \(thing) \(Int.random(in: 0..<100, using: &random))"
    }

    var questions: [Question] {
        var all = [Question(tool: "lists", arguments: "{}")]
        for view in ["today", "overdue"] {
            all.append(Question(tool: "day", arguments: #"{"view":"\#(view)","limit":3}"#))
        }
        all += ["board", "review"].map { Question(tool: "day", arguments: #"{"view":"\#($0)"}"#) }
        for words in ["buy", "milk", "mlik", "list", "errand"] {
            all.append(Question(tool: "find", arguments: #"{"words":"\#(words)","limit":2}"#))
            all.append(Question(tool: "find", arguments: #"{"words":"\#(words)","list":"\#(lists[1])"}"#))
        }
        for filter in [
            "", "open", "overdue", "today", "sort:-title", "#errand", "completed:week", "due < +3d",
            #"list:\"open list 0\""#, #"list:\"secret list 1\""#, "list:\(lists[1])", "region:morning", "not open",
        ] {
            all.append(Question(tool: "find", arguments: #"{"filter":"\#(filter)","limit":3}"#))
        }
        for list in lists + saved {
            all.append(Question(tool: "find", arguments: #"{"list":"\#(list)","limit":2}"#))
            all.append(Question(tool: "history", arguments: #"{"list":"\#(list)","limit":5}"#))
        }
        for task in tasks {
            all.append(Question(tool: "show", arguments: #"{"task":"\#(task)"}"#))
        }
        for task in tasks.prefix(10) {
            all.append(Question(tool: "history", arguments: #"{"task":"\#(task)","limit":2}"#))
        }
        all.append(Question(tool: "history", arguments: #"{"limit":7}"#))
        return all
    }

    func removeHidden(from database: Database) async throws {
        guard let account = Identifier(account) else { throw LiveHouse.Broken() }
        let lists = hidden.compactMap { Identifier($0) }
        let rows = try await database.read(
            of: account, "SELECT task_id FROM task WHERE account_id = \(account) AND list_id = ANY(\(lists))")
        let tasks = try rows.decode(Identifier.self)
        #expect(tasks.count > 5)
        for statement in [
            "DELETE FROM completion WHERE account_id = \(account) AND task_id = ANY(\(tasks))",
            "DELETE FROM change WHERE account_id = \(account) AND entity_id = ANY(\(tasks + lists))",
            "DELETE FROM task WHERE account_id = \(account) AND task_id = ANY(\(tasks))",
            "DELETE FROM list WHERE account_id = \(account) AND list_id = ANY(\(lists))",
        ] as [Query] {
            try await database.write(of: account, statement)
        }
    }
}
