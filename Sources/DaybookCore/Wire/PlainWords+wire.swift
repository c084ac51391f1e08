extension PlainWords {
    /// The fields of a task, as a request names them.
    ///
    /// - Parameter listId: of the list that was named.
    package func members(in listId: Identifier?) -> [JSONMember] {
        var members = [JSONMember("title", .string(title))]
        if let scheduledDate { members.append(JSONMember("scheduledDate", .string(scheduledDate.text))) }
        if let dueAt { members.append(JSONMember("dueAt", .string(dueAt.text))) }
        if let reminderAt { members.append(JSONMember("reminderAt", .string(reminderAt.text))) }
        if let recurrence { members.append(JSONMember("recurrence", recurrence.json)) }
        if !tags.isEmpty { members.append(JSONMember("tags", .array(tags.map { .string($0) }))) }
        if let priority { members.append(JSONMember("priority", .integer(Int64(priority)))) }
        if let region { members.append(JSONMember("region", .string(region.name))) }
        if let bucket { members.append(JSONMember("bucket", .string(bucket.name))) }
        if let listId, list != nil { members.append(JSONMember("listId", .string(listId.text))) }
        return members
    }
}

extension PlainWords.Span: JSONRecord {
    /// `"kind":"when","text":"fri 9am","from":9,"to":16,"scheduledDate":"2026-11-27","dueAt":"..."`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", meaning.kind.rawValue)
        writer.member("text", text)
        writer.member("from", bytes.lowerBound)
        writer.member("to", bytes.upperBound)
        switch meaning {
        case .when(let date, let due):
            writer.member("scheduledDate", date)
            if let due { writer.member("dueAt", due) }
        case .due(let due): writer.member("dueAt", due)
        case .recurrence(let recurrence, let first, let due):
            writer.name("recurrence")
            writer.recurrence(recurrence)
            writer.member("scheduledDate", first)
            if let due { writer.member("dueAt", due) }
        case .reminder(let reminder): writer.member("reminderAt", reminder)
        case .tag(let name): writer.member("tag", name)
        case .list(let name): writer.member("list", name)
        case .priority(let number): writer.member("priority", number)
        case .region(let region, let date):
            writer.member("region", region.name)
            writer.member("scheduledDate", date)
        case .bucket(let bucket): writer.member("bucket", bucket.name)
        }
    }
}
