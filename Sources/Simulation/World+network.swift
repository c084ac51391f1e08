import DaybookCore

extension World {
    mutating func send(_ index: Int) {
        let local = now.adding(milliseconds: devices[index].skew)
        let operations = random.chance(30) ? 1 + random.below(3) : 500
        let (number, request) = devices[index].replica.request(
            now: local, operations: operations, rows: random.chance(30) ? 1 + random.below(4) : 1000)
        if random.chance(50) { devices[index].written = devices[index].replica }
        say("device \(index) sends \(number): \(request.push.operations.map(\.opId)) after \(request.cursor as Any)")
        network.append(.request(device: index, life: devices[index].life, number: number, request))
    }

    /// Some message arrives, in no order, perhaps twice, perhaps not.
    mutating func deliver() throws(Violation) {
        guard !network.isEmpty else { return }
        let index = random.below(network.count)
        let message = network[index]
        if !random.chance(schedule.duplication) { network.remove(at: index) }
        if random.chance(schedule.loss) {
            say("lost")
            return
        }
        switch message {
        case .request(let device, let life, let number, let request):
            arrive(request, device, life, number)
        case .answer(let device, let life, let number, let answer):
            guard devices[device].life == life else { return }
            receive(answer, device, number)
        }
    }

    private mutating func arrive(_ request: SyncRequest, _ device: Int, _ life: Int, _ number: UInt64) {
        if random.below(200) < schedule.crashes {
            say("server crashes before it commits")
            return
        }
        let before = server.ledger.count
        let answer = server.sync(request, now: now)
        say("server takes \(number) of device \(device): ledger \(before)...\(server.ledger.count)")
        for entry in server.ledger[before...] { shadow.remember(entry.operation.opId) }
        if random.below(200) < schedule.crashes {
            say("server crashes after it committed")
            return
        }
        network.append(.answer(device: device, life: life, number: number, answer))
    }

    mutating func receive(_ answer: SyncAnswer, _ device: Int, _ number: UInt64) {
        var replica = devices[device].replica
        let received = replica.receive(answer, to: number, now: now.adding(milliseconds: devices[device].skew))
        say("device \(device) receives \(number): \(received)")
        if case .wantsConfirmation = received { replica.confirmMassDelete() }
        if random.below(100) < schedule.crashes {
            crash(device)
            return
        }
        devices[device].replica = replica
        devices[device].written = replica
    }

    /// The device comes back with what was on its disk.
    mutating func crash(_ index: Int) {
        say("device \(index) starts again")
        devices[index].replica = devices[index].written
        devices[index].life += 1
    }
}
