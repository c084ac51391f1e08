import DaybookCore
import HTTP

extension Request {
    /// In which language people who read the answer want its sentences.
    package var language: Language { fields["accept-language"].map { Language(accepting: $0) } ?? .english }
}
