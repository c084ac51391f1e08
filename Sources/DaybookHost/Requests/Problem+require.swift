import HTTP

extension Problem {
    /// What has to be there, or else the request ends with this.
    package static func require<Value>(_ value: Value?, else type: ProblemType) throws(Problem) -> Value {
        guard let value else { throw Problem(type) }
        return value
    }

    package static func require(_ isSo: Bool, else type: ProblemType) throws(Problem) {
        guard isSo else { throw Problem(type) }
    }
}
