/// Which of a connection's statements a cancel request may have hit. The request names the connection and not the
/// statement, so that is whatever the server was at when it came: any statement that was sent before the request was
/// through, also behind those whose answers have arrived and are not read yet.
struct CancelReach {
    /// A request is under way on its own thread.
    private(set) var isUnderWay = false
    /// How many of the syncs that are not answered, from the first on, were sent before the last request was through.
    private var syncs = 0

    /// Whether the statement whose answer is read now may have been hit.
    var isOpen: Bool { isUnderWay || syncs > 0 }

    mutating func requested() { isUnderWay = true }

    /// The request is through, or there was none after all.
    mutating func returned(syncsUnderWay: Int) { (isUnderWay, syncs) = (false, syncsUnderWay) }

    mutating func syncAnswered() { syncs = max(0, syncs - 1) }
}
