import DaybookCore

extension Instant {
    /// The wall clock's time.
    package static func now() -> Instant { Instant(milliseconds: WallTime.now().microseconds / 1000) }
}
