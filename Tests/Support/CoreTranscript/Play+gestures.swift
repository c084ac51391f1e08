import DaybookCore

extension Play {
    var anyView: String {
        mutating get {
            let kinds = [
                "inbox", "today", "upcoming", "past", "overdue", "logbook", "deleted", "gaveWay", "notAccepted",
                "board", "backlog",
            ]
            if random.chance(10) {
                let asked = random.chance(30) ? misspelt() : random.chance(50) ? text() : filter()
                return "{\"kind\":\"search\",\"text\":\(asked)}"
            }
            if random.chance(8) { return place(ofRegion: false) }
            if random.chance(8) { return "{\"kind\":\"tag\",\"tag\":\(text())}" }
            return "{\"kind\":\"\(random.pick(kinds) ?? "inbox")\"}"
        }
    }

    /// A gesture in JSON; nil where there is nothing to do it with.
    mutating func anyGesture(_ device: Int) throws -> String? {
        let kind = random.below(100)
        if kind < 24 { return add() }
        let lists = try ask(device, "outline", "{\"now\":1795500000000}").head.items("lists") ?? []
        let list = random.pick(lists.compactMap { $0.text("id") })
        if kind < 30 { return change(list: list, among: lists.compactMap { $0.text("id") }) }
        if kind < 33 { return settings() }
        let rows = try rows(
            device, in: list.map { random.chance(20) ? "{\"kind\":\"list\",\"id\":\"\($0)\"}" : anyView } ?? anyView)
        guard let first = random.pick(rows) else { return add() }
        var ids = [first]
        while random.chance(25), let more = random.pick(rows), !ids.contains(more) { ids.append(more) }
        let named = "\"ids\":[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]"
        switch kind {
        case ..<50: return "{\"act\":\"edit\",\(named),\"fields\":\(fields(list))}"
        case ..<64:
            let state = random.pick(["notStarted", "active", "completed"]) ?? ""
            return "{\"act\":\"edit\",\(named),\"fields\":{\"state\":\"\(state)\"}}"
        case ..<72:
            guard random.chance(20) else { return "{\"act\":\"move\",\(named),\"place\":\(place(list))}" }
            let parent = random.pick(rows).map { "\"\($0)\"" } ?? "null"
            return "{\"act\":\"move\",\(named),\"place\":{\"kind\":\"under\",\"id\":\(parent)}}"
        case ..<74:
            let taken = ids.map { "\"\($0)\"" }.joined(separator: ",")
            return "{\"act\":\"addList\",\"name\":\(text()),\"tasks\":[\(taken)]}"
        case ..<86:
            func neighbour() -> String { random.pick(rows).map { "\"\($0)\"" } ?? "null" }
            let above = random.chance(80) ? neighbour() : "null"
            let below = random.chance(80) ? neighbour() : "null"
            let moved = random.chance(30) ? ",\"place\":\(place(list))" : ""
            return "{\"act\":\"arrange\",\(named),\"above\":\(above),\"below\":\(below)\(moved)}"
        case ..<93: return "{\"act\":\"delete\",\(named)}"
        case ..<97: return "{\"act\":\"restore\",\(named)}"
        default:
            let items =
                try ask(
                    device, "look", "{\"now\":1795500000000,\"view\":{\"kind\":\"gaveWay\"},\"from\":0,\"count\":9}"
                ).head.items("items") ?? []
            guard let item = random.pick(items.compactMap { $0.text("id") }) else { return nil }
            return "{\"act\":\"\(random.chance(50) ? "useMine" : "letGo")\",\"ids\":[\"\(item)\"]}"
        }
    }

    private mutating func text() -> String {
        let word = JSONValue.string((random.pick(Self.words) ?? "") + (random.chance(50) ? " \(random.below(90))" : ""))
        return String(decoding: word.json, as: UTF8.self)
    }

    /// Two neighbours of a word stand the other way round.
    private mutating func misspelt() -> String {
        var letters = Array(random.pick(Self.words) ?? "")
        if letters.count > 3 { letters.swapAt(letters.count - 2, letters.count - 1) }
        return String(decoding: JSONValue.string(String(letters)).json, as: UTF8.self)
    }

    private mutating func add() -> String {
        var titles = [text()]
        while random.chance(20) { titles.append(text()) }
        let notes = random.chance(20) ? ",\"notes\":\(text())" : ""
        let done = random.chance(10) ? ",\"completed\":[\(text())]" : ""
        let more = random.chance(20) ? ",\"fields\":\(fields(nil))" : ""
        let all = titles.joined(separator: ",")
        return "{\"act\":\"add\",\"titles\":[\(all)]\(done),\"place\":\(place(nil))\(notes)\(more)}"
    }

    private mutating func place(_ list: String?) -> String {
        if let list, random.chance(40) { return "{\"kind\":\"list\",\"id\":\"\(list)\"}" }
        if random.chance(20) { return place(ofRegion: true) }
        switch random.below(6) {
        case 0: return "{\"kind\":\"inbox\"}"
        case 3: return "{\"kind\":\"backlog\"}"
        case 1: return "{\"kind\":\"tomorrow\"}"
        case 2: return "{\"kind\":\"date\",\"date\":\"\(date())\"}"
        default: return "{\"kind\":\"today\"}"
        }
    }

    private mutating func place(ofRegion isBySize: Bool) -> String {
        let region = random.pick(["morning", "afternoon", "evening"]) ?? ""
        let size = random.pick(["", ",\"bucket\":\"mustDo\"", ",\"bucket\":\"complementary\""]) ?? ""
        return "{\"kind\":\"region\",\"region\":\"\(region)\"\(isBySize ? size : "")}"
    }

    private mutating func date() -> String {
        (CalendarDate("2026-11-24") ?? .earliest).adding(days: random.below(40) - 12).text
    }

    private mutating func fields(_ list: String?) -> String {
        var fields: [String] = []
        if random.chance(40) { fields.append("\"title\":\(text())") }
        if random.chance(20) { fields.append("\"notes\":\(random.chance(50) ? text() : "null")") }
        if random.chance(30) { fields.append("\"dueAt\":\"\(date())T1\(random.below(9)):30:00.000Z\"") }
        if random.chance(20) { fields.append("\"reminderAt\":\"\(date())T08:00:00Z\"") }
        if random.chance(20) { fields.append("\"priority\":\(random.below(11))") }
        if random.chance(20) { fields.append("\"tags\":[\(text()),\(random.chance(20) ? "\"Cafe\u{301}\"" : text())]") }
        if random.chance(20) { fields.append("\"tags\":{\"add\":[\(text())],\"remove\":[\(text())]}") }
        if random.chance(15) { fields.append("\"listId\":\(list.map { "\"\($0)\"" } ?? "null")") }
        if random.chance(10) { fields.append("\"sticky\":\(random.chance(50)),\"autoCarry\":true") }
        if random.chance(12) {
            let rules = [
                "{\"kind\":\"daily\"}", "{\"kind\":\"weekly\",\"days\":[1,4]}", "null", "{\"days\":[2]}",
            ]
            fields.append("\"recurrence\":\(random.pick(rules) ?? "null")")
        }
        if random.chance(10) { fields.append("\"region\":\"\(random.pick(["morning", "evening", "backlog"]) ?? "")\"") }
        if random.chance(10) { fields.append("\"category\":\(text())") }
        if random.chance(5) { fields.append("\"colour\":\(text())") }
        if random.chance(3) { fields.append("\"title\":7") }
        return "{\(fields.joined(separator: ","))}"
    }

    private mutating func change(list: String?, among lists: [String]) -> String {
        guard let list, random.chance(60) else {
            let filter = random.chance(30) ? ",\"filter\":\(filter())" : ""
            return "{\"act\":\"addList\",\"name\":\(text())\(filter)}"
        }
        switch random.below(4) {
        case 0: return "{\"act\":\"editList\",\"id\":\"\(list)\",\"name\":\(text()),\"colorHex\":\"#0a5bd3\"}"
        case 1: return "{\"act\":\"deleteList\",\"id\":\"\(list)\"}"
        default:
            let above = random.pick(lists.filter { $0 != list }).map { "\"\($0)\"" } ?? "null"
            return "{\"act\":\"arrangeList\",\"id\":\"\(list)\",\"above\":\(above),\"below\":null}"
        }
    }

    /// A saved filter, also one that is not understood, or looks for words.
    private mutating func filter() -> String {
        let tests = [
            "open", "not done", "today or due < +3d", "date <= tomorrow", "priority <= 3", "tag:any", "carried >= 1",
            "reminder < now", "list:inbox", "list:Nowhere", "repeating", "\(random.pick(Self.words) ?? "")", "due <",
        ]
        let orders = ["", " sort:title", " sort:-due,priority", " sort:state,-created"]
        let text = "\(random.pick(tests) ?? "")\(random.pick(orders) ?? "")"
        return String(decoding: JSONValue.string(text).json, as: UTF8.self)
    }

    private mutating func settings() -> String {
        let choices = [
            "{\"timeZone\":\"America/Havana\"}", "{\"timeZone\":\"Australia/Lord_Howe\"}", "{\"dayStart\":\"04:00\"}",
            "{\"dayStart\":\"00:00\",\"firstWeekday\":7}", "{\"inboxRule\":\"unlisted\"}",
            "{\"inboxRule\":\"unscheduled\"}", "{\"firstWeekday\":9}", "{\"timeZone\":\"Europe/Berlin\"}",
            "{\"complementaryAfterMustDo\":true}", "{\"backlogLimit\":3}",
        ]
        return "{\"act\":\"settings\",\"fields\":\(random.pick(choices) ?? "{}")}"
    }
}
