extension Row {
    /// The bytes of some columns where libpq received them, in their binary form, for those who pass them on; NULL has
    /// no address. They lie there for as long as there is a reference to the rows.
    ///
    /// - Parameter cells: takes the columns from `first` on, as many as there are places.
    public func bytes(from first: Int, into cells: UnsafeMutableBufferPointer<UnsafeRawBufferPointer>) {
        precondition(first >= 0 && first + cells.count <= Int(result.columns), "there are no such columns")
        for place in 0..<cells.count {
            cells[place] =
                result.bytes(row: index, column: Int32(truncatingIfNeeded: first + place))
                ?? UnsafeRawBufferPointer(start: nil, count: 0)
        }
    }

    /// The bytes of a column while they are looked at; none for null.
    public func withBytes<Result, Failure: Error>(
        of column: Int, _ look: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(column >= 0 && column < Int(result.columns), "there is no such column")
        let bytes = result.bytes(row: index, column: Int32(truncatingIfNeeded: column))
        return try look((bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)).bindMemory(to: UInt8.self).span)
    }

    /// The type of a column by its number in PostgreSQL; 0 where there is no such column.
    public func type(of column: Int) -> UInt32 {
        column >= 0 && column < Int(result.columns) ? result.type(of: Int32(truncatingIfNeeded: column)) : 0
    }
}
