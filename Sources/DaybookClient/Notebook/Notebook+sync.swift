import DaybookCore

import struct Foundation.URL

extension Notebook {
    /// Talks to the server until both sides have nothing more to say, or something stands in the way.
    @discardableResult
    public func sync() async -> SyncStatus {
        pace.hope()
        heldBack = nil
        replica.tryHeldAgain()
        // A server that never comes to an end must not hold a command for ever.
        for _ in 0..<10_000 {
            guard case .exchange = pace.next(now: time.now()), !Task.isCancelled else { break }
            await exchangeOnce()
        }
        return status
    }

    /// Keeps this device and the server in step from now on, until `pause`. A live stream tells of changes elsewhere.
    public func keepInStep() {
        guard loops.isEmpty else { return }
        loops = [
            Task { [weak self] in while !Task.isCancelled, let self { await self.step() } },
            Task { [weak self] in while !Task.isCancelled, let self { await self.listenOnce() } },
        ]
    }

    /// Stops talking to the server; changes are kept.
    public func pause() {
        for loop in loops { loop.cancel() }
        loops = []
        sleeper?.cancel()
        setLive(false)
    }

    /// The network is back, or the app is in front again: the next attempt is now.
    public func networkIsBack() { wake { $0.hope() } }

    private func step() async {
        try? catchUp()
        switch pace.next(now: time.now()) {
        case .exchange where paper.server == nil || tokenFile.read() == nil: await rest(SyncPace.blindPoll)
        case .exchange: await exchangeOnce()
        // Another process may add something to the outbox meanwhile; it has a loop of its own or it has not.
        case .wait(let until): await rest(min(2000, until.milliseconds - time.now().milliseconds))
        case .halt: await rest(2000)
        }
    }

    private func rest(_ milliseconds: Int64) async {
        let nap = Task { [time] in await time.sleep(max(1, milliseconds)) }
        sleeper = nap
        await withTaskCancellationHandler {
            await nap.value
        } onCancel: {
            nap.cancel()
        }
    }

    func wake(_ change: (inout SyncPace) -> Void) {
        change(&pace)
        sleeper?.cancel()
    }

    var server: Server? {
        guard let address = paper.server.flatMap({ URL(string: $0) }), let token = tokenFile.read() else { return nil }
        return Server(address: address, token: token, transport: transport)
    }

    /// One request and what follows from its answer.
    func exchangeOnce() async {
        guard let server else {
            trouble = paper.server == nil ? .alone : .revoked
            pace.ended(.halted, now: time.now(), random: 0)
            return
        }
        pace.began()
        if let until = heldUntil, until <= time.now() {
            heldUntil = nil
            replica.tryHeldAgain()
        }
        do {
            let size = mayPush ? try affordable() : 0
            let (exchange, request) = try change { $0.request(now: time.now(), operations: size) }
            do {
                let answer = try await server.sync(request, answering: exchange)
                try take(answer, to: exchange)
            } catch let failure as Server.Failure {
                try suffer(failure, of: exchange)
            }
        } catch {
            // The disk does not take it; the server's answer comes again.
            stand(.told("\(error)"), .failed(retryAfter: nil))
        }
        announce()
    }

    private var mayPush: Bool { pushes && heldBack.map { $0 <= time.now() } ?? true }

    /// How many operations go into one request: as many as fit into a body that every server takes.
    private func affordable() throws -> Int {
        try catchUp()
        var bytes = 0
        var count = 0
        for operation in replica.sendable.prefix(batch) {
            var writer = JSONWriter()
            operation.write(to: &writer)
            bytes += writer.bytes.count + 1
            if count > 0, bytes > 700_000 { break }
            count += 1
        }
        return count
    }

    private func take(_ answer: SyncAnswer, to exchange: Replica.Exchange) throws {
        let now = time.now()
        let (received, rows): (Replica.Received, RowSet) = try change { replica in
            let (received, rows): (Replica.Received, RowSet) = replica.receive(answer, to: exchange, now: now)
            if case .merged(let resolutions, _) = received { try note(resolutions, now) }
            if case .page(let page) = answer, received != .ignored {
                try store.noteSync(at: now, told: page.revision)
            }
            return (received, rows)
        }
        paper = try store.accountPaper()
        switch received {
        case .ignored:
            // Another process asked after us; it reads what there is.
            pace.ended(.exchanged(more: !replica.sendable.isEmpty), now: now, random: time.random())
        case .startsOver: pace.ended(.exchanged(more: true), now: now, random: time.random())
        case .wantsConfirmation:
            // What others did is still read.
            pace.ended(.exchanged(more: true), now: now, random: time.random())
        case .merged(let resolutions, let more):
            if !exchange.operations.isEmpty {
                batch = min(Self.wholeBatch, batch * 2)
                heldBack = nil
                trouble = full(resolutions)
                if trouble != nil { try store.note(trouble: trouble?.sentence) }
            } else if pushes, heldBack == nil, heldUntil == nil {
                trouble = nil
            }
            pace.ended(.exchanged(more: more), now: now, random: time.random())
        }
        announce(rows)
    }

    /// What there was no room for waits here, is tried again later, and holds nothing else up.
    private func full(_ resolutions: [Replica.Resolution]) -> SyncTrouble? {
        for case .quota(let quota) in resolutions.map(\.outcome) {
            heldUntil = time.now().adding(milliseconds: 2 * SyncPace.blindPoll)
            return .refused(code: quota.rawValue, sentence: quota.sentence)
        }
        return nil
    }

    /// What became of this device's changes, where it is other than wished.
    private func note(_ resolutions: [Replica.Resolution], _ now: Instant) throws {
        for resolution in resolutions {
            let operation = resolution.operation
            if case .rejected(let rejection) = resolution.outcome {
                try store.keep(
                    RefusedChange(
                        operation: operation, code: rejection.code.rawValue, sentence: rejection.sentence, at: now))
                try store.forgetDeed(operation.opId)
            }
            for conflict in resolution.outcome.conflicts {
                try store.keep(
                    LostChange(
                        entity: operation.entity, id: operation.id, opId: operation.opId, conflict: conflict, at: now))
            }
        }
    }

    // MARK: Failures

    private func suffer(_ failure: Server.Failure, of exchange: Replica.Exchange) throws {
        switch failure {
        case .unreachable(let why):
            // Whoever asked did not want to wait any longer.
            stand(.unreachable(Task.isCancelled ? "no answer in time" : why), .failed(retryAfter: nil))
        case .unreadable: stand(.unreadable, .failed(retryAfter: nil))
        case .problem(let problem):
            switch problem.status {
            case 401: stand(.revoked, .halted)
            case 403 where problem.code == "scope_insufficient" && pushes && !exchange.operations.isEmpty:
                // It may still read what others do.
                pushes = false
                stand(.readOnly, .refused)
            case 507 where !exchange.operations.isEmpty:
                // A quota: what is here waits until there is room, and what others did is still read.
                heldBack = time.now().adding(milliseconds: 2 * SyncPace.blindPoll)
                stand(.refused(code: problem.code, sentence: problem.sentence), .refused)
            case 429, 503: stand(.busy, .failed(retryAfter: problem.retryAfter))
            case 408, 500...: stand(.unwell(status: problem.status), .failed(retryAfter: problem.retryAfter))
            case 400, 413, 415, 422: try cutDown(problem, exchange)
            default:
                // A disabled account: nothing that cutting the queue would help.
                stand(
                    .refused(code: problem.code, sentence: problem.sentence),
                    .failed(retryAfter: max(problem.retryAfter ?? 0, SyncPace.blindPoll)))
            }
        }
    }

    /// The server would not read what was sent. Half of it is tried, and again, until the one operation that it cannot
    /// take stands alone; that one is set aside, and everything else goes up.
    private func cutDown(_ problem: Server.Problem, _ exchange: Replica.Exchange) throws {
        guard let first = exchange.operations.first else {
            return stand(
                .refused(code: problem.code, sentence: problem.sentence), .failed(retryAfter: SyncPace.blindPoll))
        }
        guard exchange.operations.count == 1 else {
            batch = exchange.operations.count / 2
            return stand(trouble, .refused)
        }
        let now = time.now()
        let rows = try change { replica in
            if let operation = replica.outbox.first(where: { $0.opId == first }) {
                let code = problem.code.isEmpty ? "\(problem.status)" : problem.code
                try store.keep(RefusedChange(operation: operation, code: code, sentence: problem.sentence, at: now))
                try store.forgetDeed(first)
            }
            return replica.withdraw(first, now: now)
        }
        announce(rows)
        stand(trouble, .refused)
    }

    private func stand(_ trouble: SyncTrouble?, _ ended: SyncPace.Ended) {
        self.trouble = trouble
        try? store.note(trouble: trouble?.sentence)
        paper.trouble = trouble?.sentence
        pace.ended(ended, now: time.now(), random: time.random())
    }

    // MARK: Many deletions at once

    /// Yes, all of this is to be deleted.
    public func confirmDeletions() throws {
        try change { $0.confirmMassDelete() }
        wake { $0.hope() }
        announce()
    }

    /// Takes the unsent deletions back.
    public func withdrawDeletions() throws {
        let now = time.now()
        announce(try change { $0.withdrawDeletions(now: now) })
        wake { $0.hope() }
    }
}
