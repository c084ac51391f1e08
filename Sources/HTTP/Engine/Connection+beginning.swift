import CLinux
import Glibc

/// The steps before the first request: the PROXY header, TLS.
extension Connection {
    /// Looks at what has come without taking it: what follows the header may be TLS, which reads the socket itself.
    func readProxyHeader() {
        let input = station.input
        let count = recv(descriptor, input.baseAddress, input.count, Int32(MSG_PEEK))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return close() }
        switch ProxyHeader.read(UnsafeBufferPointer(rebasing: input[..<count]).span) {
        case .needMore:
            if peerHalfClosed { return close() }
            // Bytes left unread keep a descriptor ready; it shall be so again only when there are more.
            setLowWaterMark(Int32(clamping: count + 1))
        case .header(let header, let length):
            recv(descriptor, input.baseAddress, length, 0)
            station.tally.bytesRead.grow(by: UInt64(length))
            setLowWaterMark(1)
            if let source = header.source { client = source }
            guard station.quota.admitAddress(client.address) else {
                station.tally.refused.grow()
                return station.tls == nil ? refuse(EngineProblem.tooManyConnectionsOfAddress) : close()
            }
            countedAddress = client.address
            beginTransport()
        case .refused:
            station.tally.refusedMessages.grow()
            close()
        }
    }

    private func setLowWaterMark(_ bytes: Int32) {
        var bytes = bytes
        setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

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
