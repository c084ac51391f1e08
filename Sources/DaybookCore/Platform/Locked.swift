#if hasFeature(Embedded)
/// A value that one caller at a time may touch: a page of the web has one thread for it.
package final class Locked<Value>: Sendable {
    nonisolated(unsafe) private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}
#elseif canImport(Darwin)
import os

/// A value that one caller at a time may touch. Swift's own `Mutex` is younger than the systems that apps run on.
package final class Locked<Value>: Sendable {
    private let lock: OSAllocatedUnfairLock<Value>

    package init(_ value: sending Value) { lock = OSAllocatedUnfairLock(uncheckedState: value) }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLockUnchecked(body)
    }
}
#else
import Synchronization

/// A value that one caller at a time may touch. Swift's own `Mutex` is younger than the systems that apps run on.
package final class Locked<Value>: Sendable {
    private let lock: Mutex<Value>

    package init(_ value: sending Value) { lock = Mutex(value) }

    package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        try lock.withLock(body)
    }
}
#endif
