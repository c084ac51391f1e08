import TestWire

/// A client's connection, used for one request after the other until something goes wrong with it. Blocking: whoever
/// uses it has a thread of its own.
final class Line {
    private var wire: Wire?

    func hangUp() { wire = nil }

    /// Nil where no whole answer came: the request may have been taken or not.
    func post(_ path: String, _ body: [UInt8], token: String, port: UInt16) -> (status: Int, body: [UInt8])? {
        let head =
            "POST \(path) HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        do {
            let wire = try wire ?? Wire(port: port, patience: 10)
            self.wire = wire
            try wire.send(Array(head.utf8) + body)
            let answer = try wire.receiveAnswer()
            return (answer.status, answer.body)
        } catch {
            hangUp()
            return nil
        }
    }
}
