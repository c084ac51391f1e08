import DaybookCore

extension Instant {
    /// As a cursor holds it, which anybody may have written: nil for a time that no row can have.
    init?(cursor: some StringProtocol) {
        guard let milliseconds = Int64(cursor),
            (Instant.earliest.milliseconds...Instant.latest.milliseconds).contains(milliseconds)
        else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
