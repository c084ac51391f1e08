import DaybookCore

/// A change that can never be: an empty title, a task that is not there.
public struct ImpossibleChange: Error, Hashable, CustomStringConvertible {
    /// Why it cannot be.
    public let rejection: Rejection
    public var description: String { rejection.fields.first?.sentence ?? rejection.sentence }
}
