/// The result of reading a file: how much it holds, where each of its fields went, and what was not understood.
package struct ReadingReport: Hashable, Sendable {
    package var tasks = 0
    package var lists = 0
    /// Items left out on purpose: what was deleted at the source.
    package var passedOver = 0
    /// Items that could not be taken in.
    package var refused = 0
    package private(set) var remarks: [Remark] = []
    /// Findings beyond those that are kept.
    package private(set) var moreRemarks = 0
    private var uses: [FieldUse: Int] = [:]

    /// A hostile file can have a million of them; a person reads the first.
    package static let mostRemarks = 1000
    /// Names of fields come from the file, so there may be any number of these too.
    static let mostFields = 500

    package init() {}

    /// A field of the source, and what became of it.
    package struct FieldUse: Hashable, Sendable {
        package let field: String
        package let target: Target
    }

    package enum Target: Hashable, Sendable {
        /// One of our fields, by its name on the wire.
        case field(String)
        case notes
        case nothing
    }

    /// Every field that the file uses with what became of it and how often, by name.
    package var fields: [(use: FieldUse, count: Int)] {
        uses.map { (use: $0.key, count: $0.value) }.sorted {
            ($0.use.field, $0.use.target.word) < ($1.use.field, $1.use.target.word)
        }
    }

    package func count(of field: String, _ target: Target) -> Int { uses[FieldUse(field: field, target: target)] ?? 0 }

    mutating func count(_ field: String, _ target: Target) {
        let use = FieldUse(field: field, target: target)
        if let count = uses[use] {
            uses[use] = count + 1
        } else if uses.count < Self.mostFields {
            uses[use] = 1
        }
    }

    package mutating func remark(_ remark: Remark) {
        if remarks.count < Self.mostRemarks { remarks.append(remark) } else { moreRemarks += 1 }
    }
}

extension ReadingReport.Target {
    /// The destination as the report names it: our field, `notes`, or nothing.
    package var word: String {
        switch self {
        case .field(let name): name
        case .notes: "notes"
        case .nothing: "-"
        }
    }
}

/// One thing that was not taken over as it stood.
package struct Remark: Hashable, Sendable {
    /// Stable words.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// A value that is in the notes because its field could not take it.
        case notUnderstood = "not_understood"
        /// An item left out on purpose.
        case passedOver = "passed_over"
        /// An item that cannot be taken in.
        case refused
        /// A value that was made to fit: a title that was too long, whose whole is in the notes.
        case fitted
        /// The account decided otherwise: it is in the Inbox for want of its list, or lower down for want of room.
        case merged
    }

    package let code: Code
    /// The line in the file, from 1.
    package let line: Int
    package let field: String?
    /// Names fields and reasons, never content.
    package let sentence: String

    package init(_ code: Code, line: Int, field: String? = nil, _ sentence: String) {
        self.code = code
        self.line = line
        self.field = field
        self.sentence = sentence
    }
}
