import DaybookCore

extension Desk {
    /// Does one gesture, all of it or nothing.
    func act(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        guard let wish = question.head["gesture"], let act = wish.text("act") else { throw Refused.missing("gesture") }
        var gesture = begin(at: now)
        var seen: [Identifier] = []
        do throws(Refused) {
            switch act {
            case "add": try add(wish, &gesture)
            case "edit":
                let fields = try wish.members("fields")
                for id in try wish.ids {
                    try gesture.name(id) { gesture throws(Refused) in try gesture.set(id, fields) }
                }
            case "move":
                let place = try gesture.place(wish["place"])
                for id in try wish.ids {
                    try gesture.name(id) { gesture throws(Refused) in try move(id, to: place, &gesture) }
                }
            case "arrange": try arrange(wish, &gesture)
            case "delete":
                for id in try wish.ids {
                    try gesture.name(id) { gesture throws(Refused) in try gesture.perform(Edit(.delete, id: id)) }
                }
            case "restore":
                for id in try wish.ids {
                    try gesture.name(id) { gesture throws(Refused) in try gesture.perform(Edit(.restore, id: id)) }
                }
            case "addList", "editList", "arrangeList", "deleteList": try change(list: act, wish, &gesture)
            case "settings":
                try gesture.perform(Edit(.set, .settings, id: replica.base.account, try wish.members("fields")))
            case "useMine":
                seen = try wish.ids
                for change in notes.lost where seen.contains(change.opId) { try say(change, again: &gesture) }
            case "letGo": seen = try wish.ids
            default: throw Refused("unreadable", "There is no gesture of this name.")
            }
        } catch {
            gesture.takeBack()
            end(gesture)
            throw error
        }
        return finish(gesture, seen: seen, &writer)
    }

    // MARK: Beginning and ending one

    func begin(at now: Instant) -> Gesture {
        let gesture = Gesture(replica, settings, now: now, chance: chance)
        // Held by one alone, the rows are changed where they are.
        replica = Replica(account: replica.base.account, device: replica.device)
        return gesture
    }

    func end(_ gesture: Gesture) { replica = gesture.replica }

    /// Writes down what was done, and answers it.
    func finish(
        _ gesture: Gesture, undoes: Identifier? = nil, seen: [Identifier] = [], kept: [UndoPlan.Kept] = [],
        _ writer: inout JSONWriter
    ) -> [UInt8] {
        end(gesture)
        queued = gesture.queued
        let first = gesture.operations.first
        var text: [UInt8] = []
        if first != nil || !seen.isEmpty || undoes != nil {
            // An undoing that found nothing to do is remembered all the same, so that it is not tried again.
            let opId = first ?? undoes.map { _ in identifier() }
            text = write { write in
                write.seen = seen
                write.deed = opId.map {
                    Deed(opId: $0, at: gesture.now, entries: gesture.entries, undoes: undoes)
                }
            }
            if first != nil { sync.want() }
        }
        show(gesture.rows)
        writer.member("deed", first)
        writer.member("ids", gesture.ids)
        if !kept.isEmpty {
            writer.objects("kept", kept) { writer, kept in
                writer.member("entity", kept.entity.name)
                writer.member("id", kept.id)
                writer.member("field", kept.field)
            }
        }
        writeTouched(gesture.rows, to: &writer)
        writer.name("standing")
        writeStanding(to: &writer)
        return text
    }

    /// A deed that could not be written down was never done.
    func withdraw(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        let opId = try question.identifier("deed")
        let now = try question.now
        guard let last = notes.deeds.last, last.opId == opId else {
            throw Refused("unknown_deed", "Only the last deed can be withdrawn.")
        }
        notes.deeds.removeLast()
        if let undone = last.undoes, let index = notes.deeds.lastIndex(where: { $0.opId == undone }) {
            notes.deeds[index].undoneBy = nil
        }
        var rows = RowSet()
        for opId in queued.reversed() { rows.formUnion(replica.withdraw(opId, now: now)) }
        queued = []
        _ = replica.takeEdits()
        show(rows)
        writeTouched(rows, to: &writer)
    }
}

extension Gesture {
    /// Does something to a row that the gesture names.
    mutating func name(
        _ id: Identifier, _ change: (inout Gesture) throws(Refused) -> Void
    ) throws(Refused) {
        ids.append(id)
        try change(&self)
    }
}
