import DaybookCore

/// What Daybook's calendars hold beside iCalendar's own properties: the same members as in a document, as one JSON
/// text.
extension TaskDraft {
    /// Lays the members of an `X-DAYBOOK` property over what the standard properties said.
    package mutating func take(daybook text: String) throws(WireError) {
        var reader = JSONReader(Array(text.utf8))
        _ = try take(from: &reader)
        try reader.end()
    }
}

extension ListDraft {
    /// What an `X-DAYBOOK-LIST` property says.
    package init(daybook text: String, line: Int) throws(WireError) {
        var reader = JSONReader(Array(text.utf8))
        try self.init(from: &reader, line: line)
        try reader.end()
    }
}

extension SettingsDraft {
    /// What an `X-DAYBOOK-SETTINGS` property says.
    package init(daybook text: String) throws(WireError) {
        var reader = JSONReader(Array(text.utf8))
        self.init(try reader.readMembers())
        try reader.end()
    }
}
