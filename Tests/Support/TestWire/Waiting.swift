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

/// What this thread has computed so far: what others do meanwhile is not in it.
public func ownTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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

/// Does the same for each of them at once; what came of it, in their order. The first that fails ends the others.
@discardableResult
public func atOnce<Each: Sendable, Value: Sendable, Failure: Error>(
    _ all: some Sequence<Each>, on executor: (any TaskExecutor)? = nil,
    _ body: @escaping @Sendable (Each) async throws(Failure) -> Value
) async throws(Failure) -> [Value] {
    let result = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group -> Result<[Value], Failure> in
        for (place, each) in all.enumerated() {
            group.addTask(executorPreference: executor) {
                do throws(Failure) { return (place, .success(try await body(each))) } catch {
                    return (place, .failure(error))
                }
            }
        }
        var values: [Int: Value] = [:]
        for await (place, result) in group {
            switch result {
            case .success(let value): values[place] = value
            case .failure(let error):
                group.cancelAll()
                return .failure(error)
            }
        }
        return .success(values.sorted { $0.key < $1.key }.map(\.value))
    }
    return try result.get()
}
