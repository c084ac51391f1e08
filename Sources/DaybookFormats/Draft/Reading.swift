import DaybookCore

/// A file on its way to drafts: what has been read and not been taken yet, and the report of it.
package struct Reading: Sendable {
    /// What the file's own words are read against.
    package let context: ReadingContext
    package private(set) var drafts: [Draft] = []
    package private(set) var report = ReadingReport()

    package init(_ context: ReadingContext) { self.context = context }

    /// Hands over what was read since the last time.
    package mutating func take() -> [Draft] {
        defer { drafts.removeAll(keepingCapacity: true) }
        return drafts
    }

    package mutating func yield(_ draft: TaskDraft) {
        var task = draft
        // What is ours fits as it is.
        guard draft.name.isOwn || task.fit({ report.remark($0) }) else {
            return refuse(line: task.line, field: "title", "A task without any text cannot be made.")
        }
        report.tasks += 1
        drafts.append(.task(task))
    }

    package mutating func yield(_ draft: ListDraft) {
        var list = draft
        guard draft.name.isOwn || list.fit({ report.remark($0) }) else {
            return refuse(line: list.line, field: "name", "A list without a name cannot be made.")
        }
        report.lists += 1
        drafts.append(.list(list))
    }

    package mutating func yield(_ settings: SettingsDraft) { drafts.append(.settings(settings)) }

    // MARK: Telling

    /// A field of the source became a field of ours.
    package mutating func mapped(_ field: String, to ours: String) { report.count(field, .field(ours)) }

    /// A field of the source is kept in the notes, word for word.
    package mutating func noted(_ field: String) { report.count(field, .notes) }

    /// A field of the source says nothing that an app could show: serial numbers, addresses of servers. It is left out,
    /// and the report says so.
    package mutating func leftOut(_ field: String) { report.count(field, .nothing) }

    /// A value that is not what its field must be. It is in the notes as it was written.
    package mutating func notUnderstood(_ field: String, line: Int) {
        report.count(field, .notes)
        report.remark(
            Remark(.notUnderstood, line: line, field: field, "\(field) was not understood and is in the notes."))
    }

    mutating func remark(_ remark: Remark) { report.remark(remark) }

    /// Something that is left out on purpose.
    package mutating func passOver(line: Int, _ sentence: String) {
        report.passedOver += 1
        report.remark(Remark(.passedOver, line: line, sentence))
    }

    /// An item that cannot be taken in; the ones after it are.
    package mutating func refuse(line: Int, field: String? = nil, _ sentence: String) {
        report.refused += 1
        report.remark(Remark(.refused, line: line, field: field, sentence))
    }
}

/// What a file itself does not say.
package struct ReadingContext: Sendable {
    /// The zone for times that name none: the account's.
    package var zone: Zone
    package var now: Instant
    /// The file's name without its extension, which some sources call a list by.
    package var name: String?

    package init(zone: Zone = .utc, now: Instant, name: String? = nil) {
        self.zone = zone
        self.now = now
        self.name = name
    }
}

/// Reads one format, piece by piece: what has been read can be taken before the rest has arrived.
package protocol DraftReader: Sendable {
    /// Takes the next bytes of the file. Throws where the rest of it cannot be understood at all; what came before
    /// stands.
    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource)
    /// The file is over.
    mutating func finish(into reading: inout Reading) throws(UnreadableSource)
    /// The same step by step, for those that make their rows only then: whether something is left to be made.
    mutating func finishSome(into reading: inout Reading) throws(UnreadableSource) -> Bool
}

extension DraftReader {
    package mutating func finishSome(into reading: inout Reading) throws(UnreadableSource) -> Bool {
        try finish(into: &reading)
        return false
    }
}

/// Why a file cannot be read any further.
package struct UnreadableSource: Error, Hashable, Sendable {
    /// Stable words.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file is not of the format that was named.
        case otherFormat = "other_format"
        /// It is broken, or ends in the middle.
        case broken
        /// One item of it is longer than can be held.
        case tooLong = "too_long"
    }

    package let code: Code
    package let line: Int
    /// Safe to show: it holds no content.
    package let sentence: String

    package init(_ code: Code, line: Int, _ sentence: String) {
        self.code = code
        self.line = line
        self.sentence = sentence
    }
}
