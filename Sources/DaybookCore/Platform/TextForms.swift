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
    package var composed: String { TextForms.lent(self, .composed) }
    var smallCompatible: String { TextForms.lent(self, .small) }
    var compatible: String { TextForms.lent(self, .compatible) }
}
#elseif canImport(Darwin)
import Foundation

extension String {
    /// An accent and its letter in one sign, where there is such a sign.
    package var composed: String { precomposedStringWithCanonicalMapping }
    /// In compatibility forms, taken apart, in small letters.
    var smallCompatible: String { decomposedStringWithCompatibilityMapping.lowercased() }
    /// In compatibility forms, put together.
    var compatible: String { precomposedStringWithCompatibilityMapping }
}
#else
import NormalForms

extension String {
    /// An accent and its letter in one sign, where there is such a sign.
    package var composed: String { NormalForms.composed(self) }
    /// In compatibility forms, taken apart, in small letters.
    var smallCompatible: String { NormalForms.compatibleApart(self).lowercased() }
    /// In compatibility forms, put together.
    var compatible: String { NormalForms.compatible(self) }
}
#endif
