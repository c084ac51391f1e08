import CPostgres

extension Rows {
    /// How many of the first rows there are up to the one with which they hold so many bytes, that one included.
    public func count(filling bytes: Int) -> Int {
        // Nearly always it is known at once that all of them together hold less.
        if let pointer = result.pointer, PQresultMemorySize(pointer) < bytes { return count }
        var held = 0
        for row in 0..<count {
            for column in 0..<result.columns {
                held += result.bytes(row: Int32(truncatingIfNeeded: row), column: column)?.count ?? 0
            }
            if held >= bytes { return row + 1 }
        }
        return count
    }
}
