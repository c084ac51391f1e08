import DaybookCore

/// Why what a person wants cannot be. An object, because then whatever throws it hands on one word.
package final class Refused: Error, Sendable {
    package let code: String
    package let sentence: String
    package let fields: [FieldError]
    /// The merge's rejection; nil where something else than a rule of the merge is the reason.
    package let rejection: Rejection?

    package init(_ code: String, _ sentence: String) {
        self.code = code
        self.sentence = sentence
        fields = []
        rejection = nil
    }

    package init(_ rejection: Rejection) {
        code = rejection.code.rawValue
        sentence = rejection.sentence
        fields = rejection.fields
        self.rejection = rejection
    }
}
