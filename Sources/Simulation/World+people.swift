import DaybookCore

extension World {
    /// Somebody does something on a device, looking at what it shows.
    mutating func live(_ index: Int) {
        var replica = devices[index].replica
        let local = now.adding(milliseconds: devices[index].skew)
        var person = Person(account: replica.base.account, now: now, random: random, serial: serial)
        let wish = person.wish(replica.view)
        (random, serial) = (person.random, person.serial)
        guard let operation = wish, !(schedule.isPunctual && operation.entity == .settings) else { return }
        let before = replica.view.tasks[operation.id]
        let performed = replica.perform(
            operation.kind, operation.entity, id: operation.id, operation.fields, reopens: operation.reopens,
            opId: operation.opId, now: local)
        if random.below(100) < schedule.crashes {
            // Down before it was written: the person saw no answer.
            say("device \(index) crashes before keeping \(operation.opId)")
            crash(index)
            return
        }
        devices[index].replica = replica
        keep(index)
        if case .rejected(let rejection) = performed.outcome {
            say("device \(index) refuses \(rejection.code)")
            return
        }
        if let kept = replica.outbox.last, kept.opId == operation.opId {
            shadow.note(kept, device: index, before: before, view: replica.view)
            say("device \(index) \(kept.kind) \(kept.entity) \(kept.id) \(kept.fields) at \(kept.at) op \(kept.opId)")
        }
    }
}
