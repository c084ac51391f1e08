import DaybookCore
import DaybookDevice

extension Desk {
    /// Does one gesture, all of it or nothing.
    func act(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        guard let wish = question.head["gesture"], let act = wish.text("act") else { throw Refused.missing("gesture") }
        return putAndAnswer(
            try book.act(at: try question.now) { gesture throws(Refused) in
                gesture.refusesWhatMergeWouldAlter = true
                gesture.end = screens.end
                try gesture.act(act, wish)
                screens.end = gesture.end
            }, &writer)
    }

    /// Answers what was done.
    func putAndAnswer(_ step: Step, _ writer: inout JSONWriter) -> [UInt8] {
        let text = put(step)
        writer.member("deed", step.deed)
        writer.member("ids", step.ids)
        if !step.kept.isEmpty {
            writer.objects("kept", step.kept) { writer, kept in
                writer.member("entity", kept.entity.name)
                writer.member("id", kept.id)
                writer.member("field", kept.field)
            }
        }
        writeChanges(step.rows, to: &writer)
        return text
    }

    /// A deed that could not be written down was never done.
    func withdraw(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        let rows = try book.withdraw(try question.identifier("deed"), at: try question.now)
        show(rows)
        writeTouched(rows, to: &writer)
    }
}

extension Gesture {
    /// What the page wants.
    fileprivate mutating func act(_ act: String, _ wish: JSONValue) throws(Refused) {
        switch act {
        case "add": try add(wish)
        case "edit":
            let fields = try wish.members("fields")
            try each(try wish.ids) { gesture, id throws(Refused) in try gesture.set(task: id, fields) }
        case "move":
            let place = try place(wish["place"])
            try each(try wish.ids) { gesture, id throws(Refused) in try gesture.move(id, to: place) }
        case "arrange": try arrange(wish)
        case "delete": try each(try wish.ids) { gesture, id throws(Refused) in try gesture.delete(id) }
        case "restore": try each(try wish.ids) { gesture, id throws(Refused) in try gesture.restore(id) }
        case "addList", "editList", "arrangeList", "deleteList": try change(list: act, wish)
        case "settings": try set(settings: try wish.members("fields"))
        case "useMine": try useMine(try wish.ids)
        case "letGo": seen = try wish.ids
        default: throw Refused("unreadable", "There is no gesture of this name.")
        }
    }

    /// New tasks, behind the open ones of their place.
    private mutating func add(_ wish: JSONValue) throws(Refused) {
        let place = try place(wish["place"])
        var fields = place.fields(at: moment).filter { !$0.value.isNull }
        if let notes = wish["notes"], !notes.isNull { fields.append(JSONMember("notes", notes)) }
        if case .object(let more)? = wish["fields"] {
            // A name that comes twice could be written down and never be read again.
            fields.removeAll { member in more.contains { $0.name == member.name } }
            fields += more.filter { $0.name != "title" }
        }
        let completed =
            fields.filter { $0.name != "state" }
            + [JSONMember("state", .string(TaskState.completed.name))]
        // Names that the page has made, for titles that it shows already.
        var names: [Identifier] = []
        if case .array? = wish["ids"] { names = try wish.ids.reversed() }
        for (titles, fields) in [("titles", fields), ("completed", completed)] {
            for title in wish.items(titles) ?? [] {
                let name = names.popLast()
                if let name, !replica.view.tasks[name].isNone { throw Refused.missing("ids") }
                try putLast(try add([JSONMember("title", title)] + fields, as: name), in: place)
            }
        }
    }

    private mutating func arrange(_ wish: JSONValue) throws(Refused) {
        let place: Place? = wish["place"] == nil ? nil : try place(wish["place"])
        let moment = moment
        var above = wish.identifier("above")
        try each(try wish.ids) { gesture, id throws(Refused) in
            if let place { try gesture.set(task: id, place.fields(at: moment)) }
            try gesture.arrange(id, after: above, before: wish.identifier("below"))
            above = id
        }
    }

    private mutating func change(list act: String, _ wish: JSONValue) throws(Refused) {
        var fields: [JSONMember] = []
        for name in ["name", "colorHex", "filter", TaskList.hiddenFromAgents] {
            if let value = wish[name] { fields.append(JSONMember(name, value)) }
        }
        if act == "addList" {
            let id = try add(list: fields)
            guard wish["tasks"] != nil else { return }
            for task in try wish.ids("tasks") { try move(task, to: .list(id)) }
            return
        }
        guard let id = wish.identifier("id") else { throw Refused.missing("id") }
        ids.append(id)
        switch act {
        case "deleteList": try delete(list: id)
        case "arrangeList": try arrange(list: id, after: wish.identifier("above"), before: wish.identifier("below"))
        default: try set(list: id, fields)
        }
    }
}
