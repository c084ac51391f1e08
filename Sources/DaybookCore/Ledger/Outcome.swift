/// What became of an operation. Every one but `quota` is final: a client takes the operation out of its queue.
public enum Outcome: Hashable, Sendable {
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
    public enum Quota: String, Hashable, Sendable, CaseIterable {
        case tasks = "task_quota_exceeded"
        case bytes = "byte_quota_exceeded"

        public var sentence: String {
            switch self {
            case .tasks: "The account has as many tasks as it may have."
            case .bytes: "The account takes as much room as it may take."
            }
        }
    }

    /// The client takes the operation out of its queue.
    public var isFinal: Bool { if case .quota = self { false } else { true } }

    /// The operation was merged into its row, whatever came of it.
    public var tookPart: Bool {
        switch self {
        case .applied, .merged, .superseded: true
        case .waiting, .rejected, .quota: false
        }
    }

    public var name: String {
        switch self {
        case .applied: "applied"
        case .merged: "merged"
        case .superseded: "superseded"
        case .waiting: "waiting"
        case .rejected: "rejected"
        case .quota: "quota"
        }
    }

    public var conflicts: [Conflict] {
        switch self {
        case .merged(let conflicts), .superseded(let conflicts): conflicts
        case .applied, .waiting, .rejected, .quota: []
        }
    }
}

/// One field in which an operation did not get its way.
public struct Conflict: Hashable, Sendable {
    public var field: String
    public var mine: JSONValue
    public var theirs: JSONValue
    public var reason: Reason
    /// The clock of what won, where one change did.
    public var by: HybridTime?

    public init(field: String, mine: JSONValue, theirs: JSONValue, reason: Reason, by: HybridTime? = nil) {
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
        /// The list is deleted or unknown: the task is in the Inbox.
        case listGone
        /// Set once, when the row was created, or by the server alone.
        case immutable
        /// A task's place decides: the backlog has neither date nor bucket, a region of the day has a date, and there
        /// is no bucket without such a region.
        case place
    }
}

/// Why an operation can never be applied.
public struct Rejection: Hashable, Sendable {
    public var code: Code
    /// Safe to show.
    public var sentence: String
    public var fields: [FieldError]

    public init(_ code: Code, _ sentence: String, fields: [FieldError] = []) {
        self.code = code
        self.sentence = sentence
        self.fields = fields
    }

    /// Stable words of the protocol.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case invalidFields = "invalid_fields"
        case unknownRow = "unknown_row"
        case invalidOperation = "invalid_operation"
        case regionFull = "region_full"
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
    public var field: String
    public var code: Code
    public var sentence: String

    public init(field: String, code: Code, sentence: String) {
        self.field = field
        self.code = code
        self.sentence = sentence
    }

    /// Stable words of the protocol.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case required
        case empty
        case wrongType = "wrong_type"
        case malformed
        case outOfRange = "out_of_range"
        case tooLong = "too_long"
        case unknownValue = "unknown_value"
        case immutable
        case unknownField = "unknown_field"
    }
}
