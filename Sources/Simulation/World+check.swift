import DaybookCore

extension World {
    /// No more faults: every device talks to the server until none has anything left to send.
    mutating func comeToRest() throws(Violation) {
        network = []
        while guest != nil { moveGuest() }
        for round in 0..<3 {
            for index in devices.indices {
                var exchanges = 0
                while true {
                    exchanges += 1
                    if exchanges > 200 { throw violation("device \(index) never comes to rest") }
                    let local = now.adding(milliseconds: devices[index].skew)
                    let (number, request) = devices[index].replica.request(now: local)
                    guard let answer = take(request, at: account) else { throw violation("the account is closed") }
                    let received: Replica.Received = devices[index].replica.receive(answer, to: number, now: local)
                    say("rest: device \(index) \(received)")
                    if case .wantsConfirmation = received { devices[index].replica.confirmMassDelete() }
                    if case .merged(_, more: false) = received { break }
                }
            }
            if round > 0, devices.contains(where: { !$0.replica.outbox.isEmpty }) {
                throw violation("an outbox is never emptied")
            }
        }
    }

    func check() throws(Violation) {
        if let trouble { throw violation(trouble) }
        let evidence = Evidence(
            slice: server.slice, ledger: server.ledger, replayed: server.replayed(),
            purged: Set(server.purges.flatMap(\.tasks)), wasRestored: backup != nil, now: now)
        do throws(Flaw) {
            for (index, device) in devices.enumerated() { try evidence.compare(device.replica, "device \(index)") }
            try evidence.check(against: shadow)
        } catch {
            throw violation(error.what)
        }
        try compareWithOrder()
        try compareEndedSeries()
        try compareNextOccurrences()
        try compareSeriesThatGoOn()
    }
}

extension World {
    /// The ledger's lines of one row, to look at what went wrong.
    package func history(of row: Identifier) -> [String] {
        server.ledger.filter { $0.operation.id == row }.map(Self.line)
    }

    static func line(_ entry: LedgerEntry) -> String {
        let operation = entry.operation
        return
            "\(entry.revision) \(operation.kind) \(operation.fields.map { "\($0.name): \($0.value)" }) at \(operation.at)"
            + " recorded \(entry.recordedAt) \(entry.outcome.name) for \(operation.purpose as Any)"
            + " cause \(entry.cause as Any) op \(operation.opId)"
    }
}
