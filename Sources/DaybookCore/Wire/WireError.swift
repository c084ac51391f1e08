/// Why a document was refused: a stable code, where it happened, and never what was written there.
///
/// A class, since every reading function hands it on, and moves one word instead of ten.
package final class WireError: Error, Sendable {
    /// Stable, public codes; clients switch over them, so none is ever renamed.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The document ends in the middle of a value.
        case truncated = "json_truncated"
        /// A byte that RFC 8259 does not allow here.
        case syntax = "json_syntax"
        /// More than one value, or anything but white space after the value.
        case trailing = "json_trailing"
        /// Arrays and objects nested deeper than the reader's limit.
        case depth = "json_depth"
        /// A control character below U+0020 inside a string.
        case control = "json_control_character"
        /// An escape that JSON does not know.
        case escape = "json_escape"
        /// Half of a surrogate pair.
        case surrogate = "json_lone_surrogate"
        /// Bytes that are not UTF-8.
        case encoding = "json_utf8"
        /// A number that is not written as RFC 8259 wants it.
        case number = "json_number"
        /// The same name twice in one object: two readers would disagree about which counts.
        case duplicate = "json_duplicate_name"
        /// A value of another JSON type than the field has.
        case type = "field_type"
        /// A required field that is absent.
        case missing = "field_missing"
        /// A number outside the field's range.
        case range = "field_range"
        /// A string that is not of the field's form: an instant, a date, a UUID.
        case form = "field_form"
        /// A string outside the field's fixed set of words.
        case value = "field_value"
    }

    package let code: Code
    /// The place in the document as people write it, `ops[3].fields.title`; empty for the document itself.
    package let path: String
    /// The byte at which reading stopped, counted from 0.
    package let offset: Int
    /// What was expected there, in words made of the field's contract alone.
    package let expected: String

    package init(code: Code, path: String, offset: Int, expected: String = "") {
        self.code = code
        self.path = path
        self.offset = offset
        self.expected = expected
    }
}

extension WireError: Hashable {
    package static func == (left: WireError, right: WireError) -> Bool {
        left.code == right.code && left.path == right.path && left.offset == right.offset
            && left.expected == right.expected
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(path)
        hasher.combine(offset)
        hasher.combine(expected)
    }
}

extension WireError: CustomStringConvertible {
    /// Safe to show and to log: it holds names of the contract and a position, no content.
    package var description: String {
        let place = path.isEmpty ? "the document" : path
        let wish = expected.isEmpty ? "" : ", expected \(expected)"
        return "\(code.rawValue) at \(place) (byte \(offset))\(wish)"
    }
}
