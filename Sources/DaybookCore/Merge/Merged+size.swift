extension Merged {
    /// Whether what it writes into the ledger takes more than so many bytes. A little operation may come to much: what
    /// it lost to is told with it, and an occurrence takes the notes of the one before along.
    package func takes(moreThan bytes: Int) -> Bool {
        var left = bytes
        for entry in entries where left >= 0 {
            left -= entry.operation.fields.roughSize(upTo: left)
            left -= entry.prior.roughSize(upTo: max(0, left))
            for conflict in entry.outcome.conflicts where left >= 0 {
                left -= conflict.mine.roughSize(upTo: left)
                left -= conflict.theirs.roughSize(upTo: max(0, left))
            }
        }
        return left < 0
    }
}
