import DaybookCore
import Testing

@testable import DaybookClient

/// Putting tasks into an order of one's own.
extension NotebookTests {
    private func order(_ notebook: Notebook) async -> [Identifier] {
        await notebook.view.tasks.values.filter { !$0.isDeleted }
            .sorted { OrderPlace($0.sortOrder, $0.id) < OrderPlace($1.sortOrder, $1.id) }.map(\.id)
    }

    @Test func whatIsAddedStandsLast() async throws {
        let phone = try await begun("phone")
        let first = try await phone.add("first")
        try await phone.edit(first, [JSONMember("sortOrder", "zz")])
        let list = try await phone.addList("Shop")
        for title in ["one", "two"] { try await phone.add(title) { $0.list = list } }
        try await phone.add("second")
        #expect(await phone.snapshot.tasks(in: nil).map(\.title) == ["first", "second"])
        #expect(await phone.snapshot.tasks(in: list).map(\.title) == ["one", "two"])
        // One undo takes it back with its place.
        _ = try await phone.undo()
        #expect(await phone.snapshot.tasks(in: nil).map(\.title) == ["first"])
    }

    /// In a list, on a day and in the Inbox; what stands there already keeps its place.
    @Test func whatIsMovedStandsLast() async throws {
        let phone = try await begun("phone")
        let list = try await phone.addList("Shop")
        let moved = try await phone.add("moved")
        try await phone.edit(moved, [JSONMember("sortOrder", "2")])
        for title in ["one", "two"] {
            let task = try await phone.add(title) { $0.list = list }
            try await phone.edit(task, [JSONMember("sortOrder", .string(title == "one" ? "a" : "b"))])
        }
        try await phone.move(moved, .toList(list))
        #expect(await phone.snapshot.tasks(in: list).map(\.title) == ["one", "two", "moved"])
        let first = try #require(await phone.snapshot.tasks(in: list).first?.id)
        try await phone.move(first, .toList(list))
        #expect(await phone.snapshot.tasks(in: list).map(\.title) == ["one", "two", "moved"])
        let place = await phone.task(moved)?.sortOrder
        for title in ["two", "one", "moved"] {
            let task = try #require(await phone.snapshot.allTasks.first { $0.title == title }?.id)
            try await phone.move(task, .toToday)
        }
        #expect(await phone.snapshot.today.map(\.title) == ["two", "one", "moved"])
        // One undo takes back the move and the place.
        _ = try await phone.undo()
        #expect(await phone.snapshot.today.map(\.title) == ["two", "one"])
        #expect(await phone.task(moved)?.sortOrder == place)
    }

    /// One undo takes back the move and the times that came along.
    @Test func whatIsMovedTakesItsTimesAlong() async throws {
        let phone = try await begun("phone")
        _ = try await phone.changeSettings { $0.timeZone = "Europe/Berlin" }
        let (today, tomorrow) = (await phone.moment.today, await phone.moment.tomorrow)
        let task = try await phone.add("Dentist") { $0.scheduledDate = today }
        let times = [
            JSONMember("dueAt", .string("\(today.text)T10:00:00.000Z")),
            JSONMember("reminderAt", .string("\(today.text)T09:00:00.000Z")),
        ]
        try await phone.edit(task, times)
        func shown() async -> [String?] {
            let task = await phone.task(task)
            return [task?.scheduledDate?.text, task?.dueAt?.text, task?.reminderAt?.text]
        }
        let before = await shown()
        try await phone.move(task, .toTomorrow)
        #expect(await shown() == [tomorrow.text, "\(tomorrow.text)T10:00:00.000Z", "\(tomorrow.text)T09:00:00.000Z"])
        _ = try await phone.undo()
        #expect(await shown() == before)
        try await phone.move(task, .toInbox)
        #expect(await shown() == [nil] + before.dropFirst())
        _ = try await phone.undo()
        // A change of single fields says what it says.
        try await phone.edit(task, [JSONMember("scheduledDate", .string(tomorrow.text))])
        #expect(await shown() == [tomorrow.text] + before.dropFirst())
    }

    /// Equal keys, and keys at both ends of the key space.
    @Test(arguments: [["V", "V", "V", "V"], ["0", "00", "zz", String(repeating: "z", count: 255)]])
    func aTaskIsPlacedWhateverTheKeys(keys: [String]) async throws {
        let phone = try await begun("phone")
        for key in keys {
            let task = try await phone.add("t")
            try await phone.edit(task, [JSONMember("sortOrder", .string(key))])
        }
        let moved = try await phone.add("moved")
        for place in 0...keys.count {
            let others = await order(phone).filter { $0 != moved }
            let view = await order(phone).compactMap { id in id }
            var tasks: [TaskItem] = []
            for id in view { if let task = await phone.task(id) { tasks.append(task) } }
            try await phone.place(moved, after: place > 0 ? others[place - 1] : nil, in: tasks)
            var wanted = others
            wanted.insert(moved, at: place)
            #expect(await order(phone) == wanted, "\(place)")
        }
    }
}
