// The views as the API answers them. Tasks inside a view are in their plain form.

extension JSONWriter {
    /// An array of tasks in the order they are given.
    package mutating func tasks(_ tasks: some Sequence<TaskItem>, _ form: RowForm = .plain) {
        beginArray()
        for task in tasks { task.write(to: &self, form) }
        endArray()
    }

    /// The tasks of one date.
    fileprivate mutating func group(_ date: CalendarDate, _ phrase: Phrase?, _ tasks: [TaskItem]) {
        beginObject()
        member("date", date)
        member("title", phrase.map(language.text) ?? date.text)
        member("tasks", tasks)
        endObject()
    }
}

extension UpcomingGroup {
    /// `{"date":"2026-02-12","title":"Tomorrow","tasks":[...]}`
    package func write(to writer: inout JSONWriter) { writer.group(date, phrase, tasks) }
}

extension CompletedGroup {
    /// `{"date":"2026-02-11","title":"Today","tasks":[...]}`
    package func write(to writer: inout JSONWriter) { writer.group(date, phrase, tasks) }
}

extension Backlog: JSONRecord {
    /// `"total":4,"groups":[{"title":"Today","count":3,"tasks":[...]}, ...]`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("total", total)
        writer.objects("groups", groups) { writer, group in
            writer.member("age", group.age.rawValue)
            writer.member("title", writer.language.text(group.age.phrase))
            writer.member("count", group.count)
            writer.member("tasks", group.tasks)
        }
    }
}

extension Board: JSONRecord {
    /// `"regions":[{"region":"morning","mustDo":{...} or null,"mustDoTitle":"...","complementary":{"open":2,"limit":3,`
    /// `"text":"2/3"},"misc":{...},"progress":{"done":1,"total":8,"percent":13,"text":"1/8"}}, ...],"backlog":2,`
    /// `"overall":{...}`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("regions", cells)
        writer.member("backlog", backlog)
        writer.member("overall", overall)
    }
}

extension Board.Cell: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("region", region.name)
        writer.name("mustDo")
        writer.optional(mustDo) { $1.write(to: &$0) }
        writer.member("mustDoTitle", mustDo?.title ?? writer.language.text(.noMustDo))
        writer.member("complementary", complementary)
        writer.member("misc", misc)
        writer.member("progress", progress)
    }
}

extension Board.Fill: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("open", open)
        writer.member("limit", limit)
        writer.member("text", description)
    }
}

extension RegionScreen: JSONRecord {
    /// `"region":"morning","buckets":[{"bucket":"mustDo","open":1,"limit":1,"text":"1/1","tasks":[...]}, ...],`
    /// `"progress":{...}`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("region", region.name)
        writer.objects("buckets", groups) { writer, group in
            writer.member("bucket", group.bucket.name)
            group.fill.writeMembers(to: &writer)
            writer.member("tasks", group.tasks)
        }
        writer.member("progress", progress)
    }
}

extension Board.Progress: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("done", done)
        writer.member("total", total)
        writer.member("percent", percent)
        writer.member("text", description)
    }
}

extension Widget: JSONRecord {
    /// `"createLink":"...","entries":[{"at":"...","total":10,"placeholder":null,"rows":[...]}]`, each row with `id`,
    /// `title`, `state`, `dueAt`, `isOverdue`, `link`.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("createLink", createLink)
        writer.objects("entries", entries) { writer, entry in
            writer.member("at", entry.at)
            writer.member("total", entry.total)
            writer.member("placeholder", entry.placeholder(in: writer.language))
            writer.member("rows", entry.rows)
        }
    }
}

extension Widget.Row: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("title", title)
        writer.member("state", state.name)
        writer.member("dueAt", dueAt)
        writer.member("isOverdue", isOverdue)
        writer.member("link", link)
    }
}

extension CompletionCounts: JSONRecord {
    /// `"today":1,"thisWeek":4,"thisMonth":45,"lastMonth":38,"ever":83,"direction":"up","sentence":"45 tasks ...",`
    /// `"sentences":{"today":"1 task completed today","thisWeek":"...","thisMonth":"..."}`
    package func writeMembers(to writer: inout JSONWriter) {
        let trend = trend
        writer.member("today", today)
        writer.member("thisWeek", thisWeek)
        writer.member("thisMonth", thisMonth)
        writer.member("lastMonth", lastMonth)
        writer.member("ever", ever)
        writer.member("direction", trend.direction.rawValue)
        writer.member("sentence", trend.sentence(in: writer.language))
        let sentences = sentences(in: writer.language)
        writer.name("sentences")
        writer.beginObject()
        writer.member("today", sentences.today)
        writer.member("thisWeek", sentences.thisWeek)
        writer.member("thisMonth", sentences.thisMonth)
        writer.endObject()
    }
}
