import DaybookHost

/// A reason to end, said by a command.
struct Refusal: Error {
    let sentence: String
    var code = ExitCode.failure
    /// Its stable code, for programs.
    var name = "refused"
    /// What the person had written, to be given back.
    var written: [String] = []
}

extension Refusal {
    init(usage sentence: String) { self.init(sentence: sentence, code: .usage) }
}
