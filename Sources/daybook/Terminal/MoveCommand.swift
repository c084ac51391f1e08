import DaybookClient
import DaybookCore
import DaybookHost

enum MoveCommand {
    static let command = CommandSession.command(
        "move", "Move a task to a date, a list, a part of the day, or next to another task",
        words: [
            CommandSession.taskWord,
            Command.Word(
                name: "WHERE",
                help: "\(QuickDate.help); inbox; morning, afternoon, evening, backlog; or the name of a list.",
                isOptional: true),
        ],
        options: [
            .init(name: "list", placeholder: "LIST", help: "Move it to this list, or inbox."),
            .init(name: "after", placeholder: "TASK", help: "Place it right after this task."),
            .init(name: "first", help: "Place it first in its list."),
            .init(
                name: "bucket", placeholder: "BUCKET", choices: Bucket.allCases.dropFirst().map(\.name),
                help: "Its size in a region."),
        ] + CommandSession.options,
        examples: [
            "daybook move milk tomorrow": "schedule it for tomorrow",
            "daybook move 3f2a Shopping": "to a list",
            "daybook move 3f2a --after 91bc": "after another task",
        ],
        run: { invocation, session in
            let task = try await session.task(invocation.words[0])
            try await move(task, invocation, session)
            await session.report([task.id], "Moved")
            if let moved = await session.notebook.task(task.id) { tellWhere(moved, invocation, session) }
            await session.send()
        })

    /// A region may be full, and a size needs one: where the task really went is said at once.
    private static func tellWhere(_ task: TaskItem, _ invocation: Invocation, _ session: CommandSession) {
        let place = invocation.words.count > 1 ? Region(name: invocation.words[1].lowercased()) : task.region
        let bucket = invocation.options["bucket"].flatMap { Bucket(name: $0) }
        if let place, place != .backlog, task.region == .backlog {
            session.say("The \(place.title) is full: the task is in the Backlog.")
        } else if let bucket, task.isPlaced, task.bucket != bucket {
            session.say("No place is left for \(bucket.name): the task is \(task.bucket.name).")
        } else if let bucket, !task.isPlaced {
            session.say("The size \(bucket.name) is saved; it takes effect when the task has a part of the day.")
        }
    }

    private static func move(_ task: TaskItem, _ invocation: Invocation, _ session: CommandSession) async throws {
        let bucket = invocation.options["bucket"].flatMap { Bucket(name: $0) }
        var moved = false
        if invocation.words.count > 1 {
            try await session.notebook.move(task.id, try await action(invocation.words[1], bucket, session))
            moved = true
        } else if let bucket {
            try await session.notebook.move(task.id, .toBucket(bucket))
            moved = true
        }
        if let name = invocation.options["list"] {
            let list = name.lowercased() == "inbox" ? nil : try await session.list(name).id
            try await session.notebook.move(task.id, .toList(list))
            moved = true
        }
        if let reference = invocation.options["after"] {
            let neighbour = try await session.task(reference)
            let view = await session.notebook.snapshot.tasks(in: neighbour.listId)
            try await session.notebook.place(
                task.id, after: neighbour.id, in: view.filter { $0.state == neighbour.state })
            moved = true
        } else if invocation.has("first") {
            let view = await session.notebook.snapshot.tasks(in: task.listId)
            try await session.notebook.place(task.id, after: nil, in: view.filter { $0.state == task.state })
            moved = true
        }
        guard moved else { throw Refusal(sentence: "say where to move it; see 'daybook move --help'.", code: .usage) }
    }

    private static func action(_ place: String, _ bucket: Bucket?, _ session: CommandSession) async throws
        -> QuickAction
    {
        let word = place.lowercased()
        if word == "inbox" { return .toInbox }
        if let region = Region(name: word) { return .toRegion(region, bucket ?? .none) }
        let moment = await session.notebook.moment
        if let date = QuickDate.read(place, at: moment, in: session.language) {
            guard let date else { return .toInbox }
            return date == moment.tomorrow ? .toTomorrow : date == moment.today ? .toToday : .to(date)
        }
        return .toList(try await session.list(place).id)
    }
}
