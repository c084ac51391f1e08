import DaybookCore

/// A file on its way to drafts: what has been read and not been taken yet, and the report of it.
public struct Reading: Sendable {
    /// What the file's own words are read against.
    public let context: ReadingContext
    public private(set) var drafts: [Draft] = []
    public private(set) var report = ReadingReport()

    public init(_ context: ReadingContext) { self.context = context }

    /// Hands over what was read since the last time.
    public mutating func take() -> [Draft] {
        defer { drafts.removeAll(keepingCapacity: true) }
        return drafts
    }

    public mutating func yield(_ draft: TaskDraft) {
        var task = draft
        // What is ours fits as it is.
        guard draft.name.isOwn || task.fit({ report.remark($0) }) else {
            return refuse(line: task.line, field: "title", "A task without any text cannot be made.")
        }
        report.tasks += 1
        drafts.append(.task(task))
    }

    public mutating func yield(_ draft: ListDraft) {
        var list = draft
        guard draft.name.isOwn || list.fit({ report.remark($0) }) else {
            return refuse(line: list.line, field: "name", "A list without a name cannot be made.")
        }
        report.lists += 1
        drafts.append(.list(list))
    }

    public mutating func yield(_ settings: SettingsDraft) { drafts.append(.settings(settings)) }

    // MARK: Telling

    /// A field of the source became a field of ours.
    public mutating func mapped(_ field: String, to ours: String) { report.count(field, .field(ours)) }

    /// A field of the source is kept in the notes, word for word.
    public mutating func noted(_ field: String) { report.count(field, .notes) }

    /// A field of the source says nothing that an app could show: serial numbers, addresses of servers. It is left out,
    /// and the report says so.
    public mutating func leftOut(_ field: String) { report.count(field, .nothing) }

    /// A value that is not what its field must be. It is in the notes as it was written.
    public mutating func notUnderstood(_ field: String, line: Int) {
        report.count(field, .notes)
        report.remark(
            Remark(.notUnderstood, line: line, field: field, "\(field) was not understood and is in the notes."))
    }

    mutating func remark(_ remark: Remark) { report.remark(remark) }

    /// Something that is left out on purpose.
    public mutating func passOver(line: Int, _ sentence: String) {
        report.passedOver += 1
        report.remark(Remark(.passedOver, line: line, sentence))
    }

    /// An item that cannot be taken in; the ones after it are.
    public mutating func refuse(line: Int, field: String? = nil, _ sentence: String) {
        report.refused += 1
        report.remark(Remark(.refused, line: line, field: field, sentence))
    }
}

/// What a file itself does not say.
public struct ReadingContext: Sendable {
    /// The zone for times that name none: the account's.
    public var zone: Zone
    public var now: Instant
    /// The file's name without its extension, which some sources call a list by.
    public var name: String?

    public init(zone: Zone = .utc, now: Instant, name: String? = nil) {
        self.zone = zone
        self.now = now
        self.name = name
    }
}

/// Reads one format, piece by piece: what has been read can be taken before the rest has arrived.
public protocol DraftReader: Sendable {
    /// Takes the next bytes of the file. Throws where the rest of it cannot be understood at all; what came before
    /// stands.
    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource)
    /// The file is over.
    mutating func finish(into reading: inout Reading) throws(UnreadableSource)
}

/// Why a file cannot be read any further.
public struct UnreadableSource: Error, Hashable, Sendable {
    /// Stable words.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file is not of the format that was named.
        case otherFormat = "other_format"
        /// It is broken, or ends in the middle.
        case broken
        /// One item of it is longer than can be held.
        case tooLong = "too_long"
    }

    public let code: Code
    public let line: Int
    /// Safe to show: it holds no content.
    public let sentence: String

    public init(_ code: Code, line: Int, _ sentence: String) {
        self.code = code
        self.line = line
        self.sentence = sentence
    }
}
