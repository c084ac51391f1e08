import DaybookCore

/// Texts that are too long for our fields are cut to fit, and the report says so.
extension TaskDraft {
    /// False for a row without any text, of which no task can be made.
    mutating func fit(_ remark: (Remark) -> Void) -> Bool {
        if title.allSatisfy(\.isWhitespace) {
            // The first words of the notes are a title too.
            let first = notes?.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
            guard let first else { return false }
            title = String(first.prefix(200))
            remark(Remark(.fitted, line: line, field: "title", "It has no title; its notes' first line is one."))
        }
        if title.utf8.count > TaskItem.longestTitle {
            notes = notes.map { "\(title)\n\n\($0)" } ?? title
            title = title.cut(to: TaskItem.longestTitle)
            remark(Remark(.fitted, line: line, field: "title", "The title is too long; the notes have all of it."))
        }
        if let category, category.utf8.count > TaskItem.longestCategory {
            notes = notes.map { "\($0)\n\ncategory: \(category)" } ?? "category: \(category)"
            self.category = nil
            remark(Remark(.fitted, line: line, field: "category", "The category is too long; the notes have it."))
        }
        if let notes, notes.utf8.count > TaskItem.longestNotes {
            self.notes = notes.cut(to: TaskItem.longestNotes)
            remark(
                Remark(
                    .fitted, line: line, field: "notes", "The notes are longer than can be kept; their end is cut off.")
            )
        }
        return true
    }
}

extension ListDraft {
    mutating func fit(_ remark: (Remark) -> Void) -> Bool {
        if title.allSatisfy(\.isWhitespace) { return false }
        if title.utf8.count > TaskList.longestName {
            title = title.cut(to: TaskList.longestName)
            remark(Remark(.fitted, line: line, field: "name", "The list's name is too long; its end is cut off."))
        }
        return true
    }
}

extension String {
    /// As much of it as fits, up to a whole scalar.
    fileprivate func cut(to bytes: Int) -> String {
        var end = utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex) ?? endIndex
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
