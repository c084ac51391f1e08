import DaybookCore

extension World {
    /// No more faults: every device talks to the server until nobody has anything to say.
    mutating func comeToRest() throws(Violation) {
        network = []
        for round in 0..<3 {
            for index in devices.indices {
                var exchanges = 0
                while true {
                    exchanges += 1
                    if exchanges > 200 { throw violation("device \(index) never comes to rest") }
                    let local = now.adding(milliseconds: devices[index].skew)
                    let (number, request) = devices[index].replica.request(now: local)
                    let before = server.ledger.count
                    let answer = server.sync(request, now: now)
                    for entry in server.ledger[before...] { shadow.remember(entry.operation.opId) }
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
        for (index, device) in devices.enumerated() { try compare(device.replica, index) }
        try checkLedger()
        try checkShadow()
        try checkRules()
    }

    private func compare(_ replica: Replica, _ index: Int) throws(Violation) {
        if replica.view != replica.base { throw violation("device \(index) shows what its base does not hold") }
        for task in server.slice.tasks.values where !task.isDeleted && replica.base.tasks[task.id] != task {
            throw violation(
                "device \(index) differs in task \(task.id): \(replica.base.tasks[task.id] as Any) is not \(task)")
        }
        for list in server.slice.lists.values where !list.isDeleted && replica.base.lists[list.id] != list {
            throw violation("device \(index) differs in list \(list.id)")
        }
        for task in replica.base.tasks.values where !task.isDeleted && server.slice.tasks[task.id] != task {
            throw violation("device \(index) has task \(task.id) that the server has not")
        }
        for list in replica.base.lists.values where !list.isDeleted && server.slice.lists[list.id] != list {
            throw violation("device \(index) has list \(list.id) that the server has not")
        }
        if replica.base.settings != server.slice.settings { throw violation("device \(index) differs in settings") }
    }

    private func checkLedger() throws(Violation) {
        let replayed = server.replayed()
        if replayed.tasks != server.slice.tasks {
            for (id, task) in server.slice.tasks where replayed.tasks[id] != task {
                throw violation("the ledger gives \(replayed.tasks[id] as Any) for \(task)")
            }
            throw violation("the ledger gives other tasks")
        }
        if replayed != server.slice { throw violation("the ledger gives another account") }
        var seen: Set<Identifier> = []
        for (index, entry) in server.ledger.enumerated() {
            if entry.revision != Int64(index) + 1 { throw violation("revision \(entry.revision) is out of order") }
            if !seen.insert(entry.operation.opId).inserted {
                throw violation("\(entry.operation.opId) was applied twice")
            }
            if entry.operation.at.milliseconds > now.milliseconds + SkewCorrection.tolerance {
                throw violation("a clock of the future was let in")
            }
        }
    }

    /// Every title that somebody was told is safe is there, in its task or, where it was overwritten, in the ledger.
    private func checkShadow() throws(Violation) {
        var inLedger: [Identifier: LedgerEntry] = [:]
        for entry in server.ledger { inLedger[entry.operation.opId] = entry }
        let purged = Set(server.purges.flatMap(\.tasks))
        for (opId, fact) in shadow.facts where !shadow.forgotten.contains(opId) {
            guard let entry = inLedger[opId] else { throw violation("the change \(opId) is lost: \(fact)") }
            if let title = fact.title {
                guard entry.operation.fields.contains(JSONMember("title", .string(title))) else {
                    throw violation("the title \(title) is lost from the ledger")
                }
            }
            let id = fact.task
            if case .rejected = entry.outcome {
                // Only a row that is gone refuses a change.
                if backup == nil, !purged.contains(id), !shadow.mayBeDeleted(id) {
                    throw violation("\(opId) was refused: \(entry.outcome)")
                }
                continue
            }
            guard let task = server.slice.tasks[id] else {
                if purged.contains(id) || shadow.mayBeDeleted(id) { continue }
                throw violation("the task of \(fact) is gone")
            }
            if task.isDeleted, !shadow.mayBeDeleted(id) { throw violation("nobody deleted \(task.id), and it is") }
            if fact.creates, let title = fact.title, shadow.retitled[id] == 1, task.title != title {
                throw violation("the title \(title) became \(task.title) by itself")
            }
            if fact.completes, !shadow.reopened.contains(id), !shadow.undone.contains(id), !task.isCompleted,
                !purged.contains(id)
            {
                throw violation("the completion of \(id) is lost")
            }
        }
    }

    /// What must hold of the merged account itself.
    private func checkRules() throws(Violation) {
        var counts: [RegionDay: [Bucket: Int]] = [:]
        var created: [Identifier: Instant] = [:]
        for entry in server.ledger where entry.created && entry.operation.entity == .task {
            created[entry.operation.id] = entry.operation.at.instant
        }
        for task in server.slice.tasks.values {
            if let instant = created[task.id], instant != task.createdAt {
                throw violation("createdAt of \(task.id) changed")
            }
            if task.title.isEmpty { throw violation("\(task.id) has no title") }
            if task.isCompleted != (task.completedAt != nil) { throw violation("completedAt of \(task.id) is wrong") }
            guard !task.isDeleted else { continue }
            if let list = task.listId, server.slice.lists[list]?.isDeleted ?? true {
                throw violation("\(task.id) is in a list that is gone")
            }
            if let place = task.place { counts[place, default: [:]][task.bucket, default: 0] += 1 }
        }
        for (place, buckets) in counts where !shadow.limitsChanged {
            for (bucket, count) in buckets where count > server.slice.settings.regionLimits[bucket] {
                throw violation("\(place) holds \(count) of \(bucket)")
            }
        }
        if server.slice.liveTasks != server.slice.tasks.values.count(where: { !$0.isDeleted }) {
            throw violation("liveTasks is wrong")
        }
    }
}
