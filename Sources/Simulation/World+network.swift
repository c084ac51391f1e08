import DaybookCore

extension World {
    mutating func send(_ index: Int) {
        let local = now.adding(milliseconds: devices[index].skew)
        let operations = random.chance(30) ? 1 + random.below(3) : 500
        let (number, request) = devices[index].replica.request(
            now: local, operations: operations, rows: random.chance(30) ? 1 + random.below(4) : 1000)
        if random.chance(50) { keep(index) }
        say(
            "device \(index) sends \(number.number): \(request.push.operations.map(\.opId)) after \(request.cursor as Any)"
        )
        network.append(
            Sent(
                message: .request(device: index, life: devices[index].life, number: number, request),
                account: devices[index].account, at: now))
    }

    /// Some message arrives, in no order, perhaps twice, perhaps not.
    mutating func deliver() throws(Violation) {
        guard !network.isEmpty else { return }
        let index = random.below(network.count)
        let (message, sentAt, account) = (network[index].message, network[index].at, network[index].account)
        if !random.chance(schedule.duplication) { network.remove(at: index) }
        if random.chance(schedule.loss) || now.milliseconds - sentAt.milliseconds > Self.patience {
            say("lost")
            return
        }
        switch message {
        case .request(let device, let life, let number, let request):
            arrive(request, at: account, device, life, number)
        case .answer(let device, let life, let number, let answer):
            guard devices[device].life == life else { return }
            receive(answer, device, number)
        }
    }

    private mutating func arrive(
        _ request: SyncRequest, at account: Identifier, _ device: Int, _ life: Int, _ number: Replica.Exchange
    ) {
        if random.below(200) < schedule.crashes {
            say("server crashes before it commits")
            return
        }
        guard let answer = take(request, at: account) else { return say("nobody answers: \(account) is closed") }
        say("server takes \(number.number) of device \(device): ledger ...\(server.ledger.count)")
        if random.below(200) < schedule.crashes {
            say("server crashes after it committed")
            return
        }
        network.append(
            Sent(message: .answer(device: device, life: life, number: number, answer), account: account, at: now))
    }

    /// Nil where the account is closed.
    mutating func take(_ request: SyncRequest, at account: Identifier) -> SyncAnswer? {
        if account == self.account {
            let before = server.ledger.count
            let answer = server.sync(request, now: now)
            for entry in server.ledger[before...] { shadow.remember(entry.operation.opId) }
            return answer
        }
        guard guest?.isMoving == false else { return nil }
        return guest?.server.sync(request, now: now)
    }

    mutating func receive(_ answer: SyncAnswer, _ device: Int, _ number: Replica.Exchange) {
        var replica = devices[device].replica
        let received: Replica.Received = replica.receive(
            answer, to: number, now: now.adding(milliseconds: devices[device].skew))
        say("device \(device) receives \(number.number): \(received)")
        if case .wantsConfirmation = received { replica.confirmMassDelete() }
        if random.below(100) < schedule.crashes {
            crash(device)
            return
        }
        if case .merged = received, replica.view != Replica(replica.parts, now: now).view {
            trouble = "device \(device) shows something else than what it is made of"
        }
        let kept = Set(devices[device].written.known)
        devices[device].replica = replica
        keep(device)
        // Days later a device no longer keeps what it was told is safe; should the server have lost it meanwhile, it is
        // lost.
        shadow.forget(kept.subtracting(devices[device].written.known).filter { !isKnown($0) })
    }

    /// The device writes down what changed, and nothing else.
    mutating func keep(_ index: Int) {
        let edits = devices[index].replica.takeEdits()
        devices[index].written.write(edits, devices[index].replica.standing)
        if devices[index].written.parts != devices[index].replica.parts {
            trouble = "device \(index) has not written down what it is"
        }
    }

    /// The device comes back with what was on its disk.
    mutating func crash(_ index: Int) {
        say("device \(index) starts again")
        devices[index].replica = devices[index].written.replica(now: now)
        devices[index].life += 1
    }
}
