import CLinux
import Glibc
import Reactor

/// Output: answers on their way to the client.
extension Connection {
    /// Content up to this is copied behind its head and sent in one piece; more is sent from where it lies.
    private static let copiedContent = 16 << 10

    /// Sends what the station's buffer holds, then the content, then the tail. What the kernel does not take is kept
    /// and sent when it does.
    func transmit(_ content: [UInt8], tail: StaticString = "") {
        let output = station.output
        guard pending.isEmpty else {
            // In order: behind what waits already.
            if !keep(from: 0, content, tail) { reset() }
            return
        }
        let sent: Int
        if content.count <= Self.copiedContent {
            output.append(content)
            output.append(tail)
            sent = push(output.bytes)
            if sent < 0 { return close() }
            guard sent < output.count else { return }
            guard keep(from: sent, [], "") else { return reset() }
        } else {
            sent = content.withUnsafeBytes { push(output.bytes, $0, tail) }
            if sent < 0 { return close() }
            guard sent < output.count + content.count + tail.utf8CodeUnitCount else { return }
            guard keep(from: sent, content, tail) else { return reset() }
        }
        waitForRoom()
    }

    /// Keeps what lies from this position on of buffer, content and tail, one behind the other. False where that is
    /// more than may be kept.
    private func keep(from sent: Int, _ content: [UInt8], _ tail: StaticString) -> Bool {
        let output = station.output
        // A large answer is kept whole until the last of it has left.
        let size = output.count + content.count + tail.utf8CodeUnitCount
        guard hold(size) else { return false }
        heldPending += size
        let end = UnsafeBufferPointer(start: tail.utf8Start, count: tail.utf8CodeUnitCount)
        if pending.isEmpty, sent >= output.count, sent < output.count + content.count, end.isEmpty {
            // The rest of a large answer is sent from where it lies.
            pending = content
            pendingStart = sent - output.count
            return true
        }
        pending.append(contentsOf: output.bytes.dropFirst(sent))
        pending.append(contentsOf: content.dropFirst(max(0, sent - output.count)))
        pending.append(contentsOf: end.dropFirst(max(0, sent - output.count - content.count)))
        return true
    }

    private func waitForRoom() {
        pendingSince = station.reactor.now
        pendingTaken = 0
        writeDeadline = pendingSince + station.configuration.answerPace.patience(after: 0)
        deadlinesMoved()
        watchWritable(true)
    }

    /// Sends what waits.
    func flush() {
        while pendingStart < pending.count {
            let sent = pending.withUnsafeBytes { push(UnsafeRawBufferPointer(rebasing: $0[pendingStart...])) }
            if sent < 0 { return close() }
            if sent == 0 {
                writeDeadline = pendingSince + station.configuration.answerPace.patience(after: pendingTaken)
                return deadlinesMoved()
            }
            pendingStart += sent
            pendingTaken += sent
        }
        pending = []
        pendingStart = 0
        letGo(heldPending)
        heldPending = 0
        writeDeadline = .never
        watchWritable(false)
        resumeDrainWaiters()
        if phase == .exchange, exchange.isAnswered { finishExchange() }
    }

    func resumeDrainWaiters() {
        guard !drainWaiters.isEmpty else { return }
        let waiters = drainWaiters
        drainWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    func sendContinue() {
        station.output.clear()
        station.output.append("HTTP/1.1 100 Continue\r\n\r\n")
        transmit([])
    }

    // MARK: The kernel

    /// How many bytes were taken; -1 if none will be any more.
    private func push(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let tls { return counted(tls.send(bytes)) }
        return counted(send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)))
    }

    private func push(_ head: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ tail: StaticString) -> Int {
        let end = UnsafeRawBufferPointer(start: tail.utf8Start, count: tail.utf8CodeUnitCount)
        if let tls {
            var sent = 0
            for part in [head, content, end] where !part.isEmpty {
                let more = counted(tls.send(part))
                if more < 0 { return more }
                sent += more
                if more < part.count { break }
            }
            return sent
        }
        func vector(_ part: UnsafeRawBufferPointer) -> iovec {
            iovec(iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress), iov_len: part.count)
        }
        var parts = (vector(head), vector(content), vector(end))
        return withUnsafeMutablePointer(to: &parts) { pointer in
            pointer.withMemoryRebound(to: iovec.self, capacity: 3) { vectors in
                var message = msghdr()
                message.msg_iov = vectors
                message.msg_iovlen = 3
                return counted(sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)))
            }
        }
    }

    private func counted(_ result: Int) -> Int {
        if result >= 0 {
            station.tally.bytesWritten.grow(by: UInt64(result))
            return result
        }
        return errno == EAGAIN || errno == EINTR ? 0 : -1
    }
}
