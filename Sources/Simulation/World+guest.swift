import DaybookCore

/// An account that is merged into another one: its ledger is replayed there, push by push, while others go on.
struct Guest {
    var server: ServerAccount
    /// Which device is at home in it.
    let device: Int
    /// The ledger has been replayed up to here.
    var told = 0
    /// From here on the account is closed.
    var isMoving = false

    func restored(epoch: Identifier) -> Guest {
        var guest = self
        guest.server = server.restored(epoch: epoch)
        return guest
    }
}

extension World {
    /// The last device begins in an account of its own.
    mutating func inviteGuest() {
        let account = Identifier.random(using: &random)
        let index = devices.count - 1
        let replica = Replica(account: account, device: devices[index].replica.device)
        (devices[index].replica, devices[index].written) = (replica, Paper(replica))
        devices[index].drift = Int64(random.below(400)) - 200
        guest = Guest(server: ServerAccount(account: account, epoch: server.epoch), device: index)
    }

    /// One of three steps: the account closes, some pushes of its ledger are replayed, or all have been and its device
    /// gets access.
    mutating func moveGuest() {
        guard var guest else { return }
        if !guest.isMoving {
            // Some stay for long, and all go in the end.
            guest.isMoving = network.isEmpty || random.chance(10)
            self.guest = guest
            return
        }
        guard guest.told < guest.server.ledger.count else { return letIn(guest) }
        let entries = guest.server.ledger[guest.told...]
        let first = entries[guest.told].recordedAt
        let batch = entries.prefix { $0.recordedAt == first }
        say("the guest's \(batch.map(\.operation.opId)) are told")
        var push = Push(
            operations: batch.filter(\.isRetold).map(\.operation), confirmsMassDelete: true, isRetold: true)
        push.hasConclusions = true
        _ = server.push(push, now: now)
        guest.told += batch.count
        self.guest = guest
    }

    private mutating func letIn(_ guest: Guest) {
        say("the guest is let in")
        let device = devices[guest.device].replica
        if device.base.account == guest.server.slice.account {
            let moved = Replica(device.parts.moved(to: account, device: device.device), now: now)
            (devices[guest.device].replica, devices[guest.device].written) = (moved, Paper(moved))
            devices[guest.device].life += 1
        }
        server.letIn(device.device, from: guest.server)
        // What nobody is told is not lost: settings stay those of the account.
        shadow.forget(guest.server.ledger.filter { !$0.isRetold }.map(\.operation.opId))
        self.guest = nil
    }

    /// The operation stands in a ledger.
    func isKnown(_ operation: Identifier) -> Bool {
        server.known[operation] != nil || guest?.server.known[operation] != nil
    }
}
