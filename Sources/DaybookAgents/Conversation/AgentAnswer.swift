import DaybookCore

/// The answer to what came in one body.
package struct AgentAnswer: Sendable, Equatable {
    /// Empty where there is nothing to answer.
    package let body: [UInt8]
    /// Of HTTP.
    package let status: Int

    init(_ body: [UInt8], status: Int) { (self.body, self.status) = (body, status) }

    init(_ fault: AgentFault, isStateless: Bool) {
        var json = JSONWriter(reserving: 256)
        fault.write(to: &json)
        self.init(json.bytes, status: fault.status(isStateless: isStateless))
    }

    /// A notification that was taken.
    static let accepted = AgentAnswer([], status: 202)
}
