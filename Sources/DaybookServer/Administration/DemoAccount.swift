import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore

/// An account for people who review an app: sample data of all three, as a few weeks of use would have left it.
extension Administration {
    public func createDemo(timeZone: String?, email: String?) async throws -> Report {
        let now = Instant.now()
        var new = NewAccount()
        new.isDemo = true
        if let timeZone {
            guard let zone = Zone(timeZone) else { throw Refusal("--time-zone: \(timeZone) is not a time zone") }
            new.settings.timeZone = zone.name
        }
        let address =
            email ?? "review-\(ReadableCode.write(ReadableCode.random(8), groups: 8).lowercased())@example.org"
        let created = try await create(new, email: address, password: nil, now: now)
        guard let days = LocalDay(new.settings) else { throw Refusal("the time zone is unknown") }
        var story = DemoStory(device: created.device, now: now, today: days.today(at: now))
        story.tell()
        let result = try await capabilities.ledger.push(
            Push(operations: story.operations.sorted { $0.at < $1.at }), to: created.account, now: now)
        guard case .merged(let commit) = result else { throw Refusal("the server refused the sample data") }
        var report = created
        report.entries.append(Report.Entry("tasks", "tasks", .integer(Int64(commit.tasks.count))))
        return report.report
    }
}

/// The sample data as operations of one device, each at the time at which a user would have made the change.
struct DemoStory {
    let device: Identifier
    let now: Instant
    let today: CalendarDate
    private(set) var operations: [SyncOperation] = []
    private(set) var counter: UInt16 = 0

    mutating func tell() {
        inboxAndDays()
        lists()
        board()
        past()
    }

    /// The three-view app: inbox, today in all three states, upcoming.
    private mutating func inboxAndDays() {
        add("Read the chapter on interviews", hoursAgo: 50)
        add("Ask for a second reader", hoursAgo: 30, notes: "After the outline is done.")
        let draft = add("Draft the introduction", hoursAgo: 26, ["scheduledDate": date(0)])
        change(draft, hoursAgo: 2, ["state": "active"])
        add("Water the plants", hoursAgo: 25, ["scheduledDate": date(0)])
        let call = add("Call the library", hoursAgo: 24, ["scheduledDate": date(0)])
        change(call, hoursAgo: 1, ["state": "completed"])
        add("Send the agenda", hoursAgo: 20, ["scheduledDate": date(1)])
        add("Book the train", hoursAgo: 20, ["scheduledDate": date(3)])
        add("Dentist", hoursAgo: 90, ["scheduledDate": date(9)])
    }

    /// The list app: lists with colours, due dates, reminders.
    private mutating func lists() {
        let home = list("Home", "#2E7D32", "V")
        let work = list("Work", "#1565C0", "W")
        add("Pay the rent", hoursAgo: 70, ["listId": .string(home.text), "dueAt": hour(30), "reminderAt": hour(28)])
        add("Replace the bulb in the hall", hoursAgo: 60, ["listId": .string(home.text)])
        add("Bring back the parcel", hoursAgo: 60, ["listId": .string(home.text), "dueAt": hour(-5)])
        add(
            "Review the contract", hoursAgo: 48, ["listId": .string(work.text), "dueAt": hour(50)],
            notes: "Pages 3 to 9.")
        add("Prepare the demo", hoursAgo: 40, ["listId": .string(work.text), "dueAt": hour(6), "reminderAt": hour(5)])
    }

    /// The region app: a day by the 1-3-5 rule, and a backlog.
    private mutating func board() {
        func place(_ region: String, _ bucket: String) -> [String: JSONValue] {
            ["region": .string(region), "bucket": .string(bucket), "scheduledDate": date(0)]
        }
        add("Finish the report", hoursAgo: 12, place("morning", "mustDo"))
        add("Answer the reviewers", hoursAgo: 12, place("morning", "complementary"))
        let sort = add("Sort the receipts", hoursAgo: 12, place("morning", "misc"))
        change(sort, hoursAgo: 1, ["state": "completed"])
        add("Plan the workshop", hoursAgo: 11, place("afternoon", "mustDo"))
        add("Tidy the desk", hoursAgo: 11, place("afternoon", "misc"))
        add("Run five kilometres", hoursAgo: 11, place("evening", "mustDo"))
        add("Call a friend", hoursAgo: 10, place("evening", "complementary"))
        for (title, hours) in [("Learn to bake bread", 3), ("Fix the bicycle", 27), ("Sort old photos", 400)] {
            add(title, hoursAgo: hours, ["region": "backlog", "bucket": "none"])
        }
    }

    /// Completions of this month and the one before, for the counts and the trend.
    private mutating func past() {
        let titles = [
            "Write two pages", "Go for a walk", "Clean the kitchen", "Practise the piano", "Reply to letters",
            "Buy groceries", "Read for an hour",
        ]
        for day in 1...40 {
            for turn in 0..<(day % 3 == 0 ? 2 : 1) {
                let task = add(
                    titles[(day + 3 * turn) % titles.count], hoursAgo: day * 24 + 3, ["scheduledDate": date(-day)])
                change(task, hoursAgo: day * 24 + turn, ["state": "completed"])
            }
        }
    }

    // MARK: Words of the story

    private func date(_ days: Int) -> JSONValue { .string(today.adding(days: days).text) }
    private func hour(_ hours: Int) -> JSONValue { .string(now.adding(seconds: Int64(hours) * 3600).text) }

    private mutating func time(hoursAgo: Int) -> HybridTime {
        counter &+= 1
        return HybridTime(now.adding(seconds: Int64(-hoursAgo) * 3600), counter: counter, device: device)
    }

    @discardableResult
    private mutating func add(
        _ title: String, hoursAgo: Int, _ fields: [String: JSONValue] = [:], notes: String? = nil
    ) -> Identifier {
        let task = Identifier.random()
        var members = [JSONMember("title", .string(title))]
        if let notes { members.append(JSONMember("notes", .string(notes))) }
        members += fields.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
        operations.append(
            SyncOperation(opId: .random(), id: task, at: time(hoursAgo: hoursAgo), fields: members))
        return task
    }

    private mutating func change(_ task: Identifier, hoursAgo: Int, _ fields: [String: JSONValue]) {
        operations.append(
            SyncOperation(
                opId: .random(), id: task, at: time(hoursAgo: hoursAgo),
                fields: fields.map { JSONMember($0.key, $0.value) }))
    }

    private mutating func list(_ name: String, _ colour: String, _ place: String) -> Identifier {
        let list = Identifier.random()
        operations.append(
            SyncOperation(
                opId: .random(), entity: .list, id: list, at: time(hoursAgo: 1000),
                fields: [
                    JSONMember("name", .string(name)), JSONMember("colorHex", .string(colour)),
                    JSONMember("sortOrder", .string(place)),
                ]))
        return list
    }
}
