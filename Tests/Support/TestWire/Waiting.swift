import Foundation
import Testing

/// Blocking work on a thread of its own, so that it does not hold one of the few threads that tasks share.
public func onThread<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}

/// Waits for what is bound to happen, and of which nobody tells us.
public func eventually(
    _ isSo: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows {
    // Far beyond any wait that is due, and a failure that says where instead of a run without an end.
    let patience = ContinuousClock.now + .seconds(120)
    while try await !isSo() {
        guard ContinuousClock.now < patience else {
            return _ = Issue.record("what was waited for did not come", sourceLocation: sourceLocation)
        }
        try? await Task.sleep(for: .milliseconds(5))
    }
}
