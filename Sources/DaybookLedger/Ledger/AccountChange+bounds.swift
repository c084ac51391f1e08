/// How much one change may be, and from where on others do not wait for it.
extension AccountChange {
    /// Rows and operations that a reactor deals with in a millisecond or two; more are dealt with aside.
    static let manyRows = 100
    /// And text of so many bytes.
    static let longText = 64 << 10

    /// What one push may read of the rows that it names, of their history, and write: the text of the longest body some
    /// times over. A push of one operation is never too much.
    package static let mostBytes = 8 << 20
    /// So many tasks go with their list, or come back with it, in one transaction.
    static let mostOfList = 20_000
    /// So many rows are never too much.
    static let fewRows = 4

    /// Each look follows what the one before has found, from rows to rows; a chain of them has an end.
    static let mostLooks = 12
}

/// A push that names rows without end: a fault of ours, and nothing is written.
struct EndlessLooking: Error {}
