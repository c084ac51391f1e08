#if hasFeature(Embedded)
/// The forms of text that Unicode's tables give, lent by whoever runs an embedded core: a browser has the tables.
package enum TextForms {
    nonisolated(unsafe) package static var lent: (_ text: String, _ form: Form) -> String = { text, _ in text }

    package enum Form: Int32 {
        /// NFC.
        case composed = 0
        /// NFKD, in small letters.
        case small = 1
        /// NFKC.
        case compatible = 2
    }
}

extension String {
    var composed: String { TextForms.lent(self, .composed) }
    var smallCompatible: String { TextForms.lent(self, .small) }
    var compatible: String { TextForms.lent(self, .compatible) }
}
#else
import Foundation

extension String {
    /// An accent and its letter in one sign, where there is such a sign.
    var composed: String { precomposedStringWithCanonicalMapping }
    /// In compatibility forms, taken apart, in small letters.
    var smallCompatible: String { decomposedStringWithCompatibilityMapping.lowercased() }
    /// In compatibility forms, put together.
    var compatible: String { precomposedStringWithCompatibilityMapping }
}
#endif
