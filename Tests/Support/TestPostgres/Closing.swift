import Foundation
import Synchronization
import Testing

/// What a test opens is closed when it ends, however it ends, and the last first. Suites say `.closing`; whatever opens
/// something for a test says `atEnd` what closes it.
public struct Closing: SuiteTrait, TestTrait, TestScoping {
    fileprivate final class Ends: Sendable {
        let all = Mutex<[@Sendable () async throws -> Void]>([])
    }
    @TaskLocal fileprivate static var ends: Ends?

    public var isRecursive: Bool { true }

    public func provideScope(
        for _: Test, testCase _: Test.Case?, performing test: @Sendable () async throws -> Void
    ) async throws {
        try await Self.run { try await test() }
    }

    fileprivate static func run(_ body: () async throws -> Void) async throws {
        let ends = Ends()
        var failure: (any Error)?
        do { try await $ends.withValue(ends) { try await body() } } catch { failure = error }
        while let end = ends.all.withLock({ $0.popLast() }) {
            do { try await end() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

extension Trait where Self == Closing {
    public static var closing: Self { Closing() }
}

/// For what has to be closed before a test goes on.
public func closing(_ body: () async throws -> Void) async throws { try await Closing.run(body) }

/// Closes something when the test ends that opened it.
public func atEnd(_ close: @escaping @Sendable () async throws -> Void) {
    guard let ends = Closing.ends else { return _ = Issue.record("a suite whose tests open something says .closing") }
    ends.all.withLock { $0.append(close) }
}

/// A folder of the test's own, which goes with it.
public func openFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-test-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atEnd { try? FileManager.default.removeItem(at: folder) }
    return folder
}
