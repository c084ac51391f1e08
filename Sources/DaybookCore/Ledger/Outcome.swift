/// What became of an operation. Every one but `quota` is final: a client takes the operation out of its queue.
package enum Outcome: Hashable, Sendable {
    /// Everything asked for is so.
    case applied
    /// Some of it lost to another change.
    case merged([Conflict])
    /// All of it lost; it is kept in the ledger.
    case superseded([Conflict])
    /// Nobody knows the row yet. The change is kept, and takes part by its own clock when the row comes.
    case waiting
    /// It can never be applied.
    case rejected(Rejection)
    /// The account has no room for it. Nothing is kept of it: the client does, and sends it again when there is room.
    case quota(Quota)

    /// What of an account is full; stable words of the protocol.
    package enum Quota: String, Hashable, Sendable, CaseIterable {
        case tasks = "task_quota_exceeded"
        case bytes = "byte_quota_exceeded"

        package var sentence: String {
            switch self {
            case .tasks: "The account has as many tasks as it may have."
            case .bytes: "The account takes as much room as it may take."
            }
        }
    }

    /// The client takes the operation out of its queue.
    package var isFinal: Bool { if case .quota = self { false } else { true } }

    /// There is no such row yet.
    var isWaiting: Bool { if case .waiting = self { true } else { false } }

    /// The operation was merged into its row, whatever came of it.
    package var tookPart: Bool {
        switch self {
        case .applied, .merged, .superseded: true
        case .waiting, .rejected, .quota: false
        }
    }

    package var name: String {
        switch self {
        case .applied: "applied"
        case .merged: "merged"
        case .superseded: "superseded"
        case .waiting: "waiting"
        case .rejected: "rejected"
        case .quota: "quota"
        }
    }

    package var conflicts: [Conflict] {
        switch self {
        case .merged(let conflicts), .superseded(let conflicts): conflicts
        case .applied, .waiting, .rejected, .quota: []
        }
    }
}

/// One field in which an operation did not get its way.
public struct Conflict: Hashable, Sendable {
    /// The field's name on the wire.
    public var field: String
    /// What this change wanted.
    public var mine: JSONValue
    /// What is there instead.
    public var theirs: JSONValue
    /// Why the other counted.
    public var reason: Reason
    /// The clock of what won, where one change did.
    package var by: HybridTime?

    package init(field: String, mine: JSONValue, theirs: JSONValue, reason: Reason, by: HybridTime? = nil) {
        self.field = field
        self.mine = mine
        self.theirs = theirs
        self.reason = reason
        self.by = by
    }

    /// Stable words of the protocol.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// A change with a greater clock.
        case newer
        /// The task was completed, and this change had not seen it.
        case completed
        /// The completion was older than one that somebody saw and took back.
        case reopened
        /// The row was deleted after this change.
        case deleted
        /// The row was changed after this deletion.
        case edited
        /// The region had no place of this size left.
        case regionFull
        /// The list is deleted, unknown or a saved filter: the task is in the Inbox.
        case listGone
        /// Set once, when the row was created, or by the server alone.
        case immutable
        /// The task would be part of itself through others, or too many steps below the top.
        case tangled
        /// A task's place decides: the backlog has neither date nor bucket, a region of the day has a date, and there
        /// is no bucket without such a region.
        case place
    }
}

/// Why an operation can never be applied.
public struct Rejection: Hashable, Sendable {
    /// Why, for programs.
    public var code: Code
    /// Safe to show.
    public var sentence: String
    /// The fields that are wrong, where it is about fields.
    public var fields: [FieldError]
    /// Says the sentence in the other languages, where it is one that people read.
    package var phrase: Phrase?

    package init(_ code: Code, _ phrase: Phrase) {
        self.init(code, Language.english.text(phrase))
        self.phrase = phrase
    }

    package init(_ code: Code, _ sentence: String, fields: [FieldError] = []) {
        self.code = code
        self.sentence = sentence
        self.fields = fields
    }

    /// The sentence is the phrase, said in English.
    public static func == (one: Rejection, other: Rejection) -> Bool {
        one.code == other.code && one.sentence == other.sentence && one.fields == other.fields
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(sentence)
        hasher.combine(fields)
    }

    /// Stable words of the protocol.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A field cannot have the value; `fields` says which.
        case invalidFields = "invalid_fields"
        /// There is no such task or list.
        case unknownRow = "unknown_row"
        /// Nobody can do that to such a row.
        case invalidOperation = "invalid_operation"
        /// The region has no place of this size left.
        case regionFull = "region_full"
        /// The region's must-do comes first.
        case complementaryLocked = "complementary_locked"
        /// So many changes wait for rows already.
        case tooManyWaiting = "too_many_waiting"
        /// More tasks are in the list than are deleted, or brought back, at once.
        case listTooLarge = "list_too_large"
        /// The row carries as many fields that are not known here as a row may.
        case tooManyUnknownFields = "too_many_unknown_fields"
    }
}

/// What is wrong with one field.
public struct FieldError: Hashable, Sendable, Error {
    /// The field's name on the wire.
    public var field: String
    /// What is wrong, for programs.
    public var code: Code
    /// What is wrong, for people.
    public var sentence: String

    package init(field: String, code: Code, sentence: String) {
        self.field = field
        self.code = code
        self.sentence = sentence
    }

    /// Stable words of the protocol.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// It is missing.
        case required
        /// It may not be empty.
        case empty
        /// It is another kind of value than it must be.
        case wrongType = "wrong_type"
        /// The text has not the form that it must have.
        case malformed
        /// The number or the time is too small or too great.
        case outOfRange = "out_of_range"
        /// The text is too long.
        case tooLong = "too_long"
        /// It is none of the words that it may be.
        case unknownValue = "unknown_value"
        /// It is set once.
        case immutable
        /// There is no such field.
        case unknownField = "unknown_field"
    }
}
