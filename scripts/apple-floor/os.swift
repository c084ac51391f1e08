// As much of the module as the SDK names; the system's own says the same of what it needs.
@available(macOS 13, iOS 16, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(uncheckedState: State) {}
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { fatalError() }
}
