import Reactor

/// What comes before the first request: the PROXY header, TLS.
extension Connection {
    func continueHandshake() {
        guard let tls else { return close() }
        switch tls.handshake() {
        case .done:
            phase = .head
            watchWritable(false)
            // The first request may have come in the client's last flight.
            receive()
        case .blocked(let needsWrite): watchWritable(needsWrite)
        case .failed:
            station.tally.refusedMessages.grow()
            close()
        }
    }

    /// After a time in which nothing was read: what OpenSSL holds does not make the descriptor ready.
    func receiveHeldBack() {
        if let tls, tls.holdsMore { receiveSoon() }
    }
}
