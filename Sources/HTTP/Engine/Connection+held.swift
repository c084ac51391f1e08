import Reactor

/// Memory that is kept for a client that is slower than the server.
extension Connection {
    /// Counts more of it. False where the client may have no more, even after those were closed who cost more than it
    /// does.
    func hold(_ bytes: Int) -> Bool {
        while station.heldHere > held, station.heldHere + bytes > station.mostHeld {
            guard station.closeSlowest(otherThan: self) else { return false }
        }
        guard station.held.take(bytes, for: holder, own: held) else { return false }
        if held == 0 { heldSince = station.reactor.now }
        held += bytes
        station.heldHere += bytes
        return true
    }

    func letGo(_ bytes: Int) {
        guard bytes > 0 else { return }
        held -= bytes
        station.heldHere -= bytes
        station.held.giveBack(bytes, of: holder)
    }

    /// Whether the server waits for the client.
    var isSlow: Bool { !pending.isEmpty || exchange.body?.isAwaited == true }

    /// Nothing of an exchange is kept any more.
    func letGo() {
        letGo(held)
        heldPending = 0
        holder = nil
    }
}

extension Station {
    /// Ends the connection that has kept its holder's memory longest, of the holder with the most. False where that is
    /// this one's.
    func closeSlowest(otherThan connection: Connection) -> Bool {
        func cost(_ connection: Connection) -> Int { connection.holder.map(held.share) ?? connection.held }
        let own = cost(connection)
        let slowest = connections.elements.lazy
            .filter { $0 !== connection && $0.held > 0 && $0.isSlow }
            .map { (cost: cost($0), connection: $0) }
            .max { ($0.cost, $1.connection.heldSince) < ($1.cost, $0.connection.heldSince) }
        guard let slowest, slowest.cost >= own else { return false }
        tally.timeouts.grow()
        slowest.connection.reset()
        return true
    }
}
