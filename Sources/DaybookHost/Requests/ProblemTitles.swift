import DaybookCore
import HTTP

/// The titles of problems in the languages that people speak, one file each. Codes are the same in all of them; details
/// are for whoever develops the client, and stay English. So do the answers to what is no HTTP: it names no language.
package enum ProblemTitles {
    /// Nil for the title that the type itself has.
    package static func title(of type: ProblemType, in language: Language) -> String? {
        switch language {
        case .english: nil
        case .german: german[type.code]
        }
    }
}
