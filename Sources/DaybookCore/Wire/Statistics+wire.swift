// The statistics as the API answers them.

extension DailySeries: JSONRecord {
    /// `"from":"2026-11-01","to":"2026-11-02","total":3,"busiest":{"date":"2026-11-02","count":3},`
    /// `"days":[{"date":"2026-11-01","count":0}, ...]`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("from", dates.lowerBound)
        writer.member("to", dates.upperBound)
        writer.member("total", total)
        writer.member("busiest", busiest)
        writer.member("days", days)
    }
}

extension DailySeries.Day: JSONRecord {
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("date", date)
        writer.member("count", count)
    }
}

extension Distribution {
    /// `"by":"list","total":4,"shares":[{"key":"...","name":"Home","count":3,"percent":75}, ...]`
    ///
    /// - Parameter name: what people call a key; nil where it has no name any more.
    package func writeMembers(to writer: inout JSONWriter, by kind: Kind, name: (String?) -> String?) {
        writer.member("by", kind.rawValue)
        writer.member("total", total)
        writer.objects("shares", shares) { writer, share in
            writer.member("key", share.key)
            writer.member("name", name(share.key))
            writer.member("count", share.count)
            writer.member("percent", share.percent)
        }
    }
}

extension Rhythm: JSONRecord {
    /// `"weekdays":[7 counts from Monday],"hours":[24 counts],"cells":[[24 counts], ...]`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("weekdays", weekdays)
        writer.member("hours", hours)
        writer.name("cells")
        writer.array(cells) { writer, row in writer.array(row) { $0.integer($1) } }
    }
}

extension CompletionTime {
    /// `"count":12,"medianSeconds":3600,"ninetiethSeconds":86400,"averageSeconds":7200`; without any completion 0 and
    /// nulls.
    package static func writeMembers(of time: CompletionTime?, to writer: inout JSONWriter) {
        writer.member("count", time?.count ?? 0)
        for (name, seconds) in [
            ("medianSeconds", time?.median), ("ninetiethSeconds", time?.ninetieth), ("averageSeconds", time?.average),
        ] {
            writer.member(name, seconds)
        }
    }
}

extension Postponements: JSONRecord {
    /// `"count":5,"tasks":3,"days":12,"most":[{"id":"...","title":"Call the bank","count":3}, ...]`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("count", count)
        writer.member("tasks", tasks)
        writer.member("days", days)
        writer.objects("most", most) { writer, moved in
            writer.member("id", moved.task)
            writer.member("title", moved.title)
            writer.member("count", moved.count)
        }
    }
}

extension WeeklyReview: JSONRecord {
    /// `"week":{a daily series},"completedWeekBefore":9,"added":4,"postponed":2,"waiting":1,"sentence":"..."`
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("week", series)
        writer.member("completedWeekBefore", completedWeekBefore)
        writer.member("added", added)
        writer.member("postponed", postponed)
        writer.member("waiting", waiting)
        writer.member("sentence", sentence)
    }
}
