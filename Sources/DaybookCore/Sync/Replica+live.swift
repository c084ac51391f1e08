extension Replica {
    /// Takes the rows that a live event carries, where they follow on what is here: then nothing has to be pulled.
    /// Answers the rows that look different now; nil where the event says nothing that can be taken.
    package mutating func take(_ event: LiveEvent, now: Instant) -> RowSet? {
        // What is answered and on its way lands with a page alone: an event may end before its rows.
        guard let changes = event.changes, incoming.isNone, onTheirWay == 0,
            standing.cursor == SyncCursor(epoch: event.cursor.epoch, revision: changes.after)
        else { return nil }
        return rebuild(now: now, take(changes.page(at: event.cursor), now: now))
    }
}
