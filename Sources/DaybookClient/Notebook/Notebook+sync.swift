import DaybookCore

extension Notebook {
    /// Talks to the server until both sides have nothing more to say, or something stands in the way.
    @discardableResult
    public func sync() async -> SyncStatus {
        stored.insist()
        // A server that never comes to an end must not hold a command for ever.
        for _ in 0..<10_000 {
            guard case .exchange = stored.book.sync.pace.next(now: time.now()), !Task.isCancelled else { break }
            await exchangeOnce()
        }
        return status
    }

    /// The network is back, or the app is in front again: the next attempt is now.
    public func networkIsBack() { wake { $0.hope() } }

    func step() async {
        try? refresh()
        tellOfTheDay()
        let now = time.now()
        // By a clock that was set back, what was told to be soon may be hours away.
        if let lastStep, now.adding(milliseconds: 1000) < lastStep { stored.insist() }
        lastStep = now
        switch stored.book.sync.pace.next(now: now) {
        case .exchange where !hasAccount: await nap.rest(SyncPace.blindPoll, by: time)
        case .exchange: await exchangeOnce()
        // Another process may add something to the outbox meanwhile; it has a loop of its own or it has not.
        case .wait(let until): await nap.rest(min(2000, until.milliseconds - time.now().milliseconds), by: time)
        case .halt: await nap.rest(2000, by: time)
        }
    }

    private func exchangeOnce() async {
        let rows = await synchronizer.exchangeOnce()
        tellOfOthers()
        announce(rows)
    }

    /// With a new day views are others, though no row is.
    private func tellOfTheDay() {
        let moment = moment
        if let nextDay, moment.now >= nextDay { announce() }
        nextDay = moment.day.nextBoundary(after: moment.now)
    }

    func wake(_ change: (inout SyncState) -> Void) {
        stored.wake(change)
        nap.wake()
    }

    // MARK: The live stream

    func setLive(_ live: Bool) {
        guard isLive != live else { return }
        isLive = live
        stored.wake { $0.hearsLive(live) }
        announce()
    }

    /// One connection of the live stream, and the pause after it.
    func listenOnce() async {
        guard let server, stored.book.sync.trouble?.passes ?? true else { return await time.sleep(2000) }
        let pause = await live.listen(to: server, from: replica.cursor, random: time.random()) { hear($0) }
        await time.sleep(pause)
    }

    private func hear(_ word: LiveEvents.Word) {
        switch word {
        case .opened:
            setLive(true)
            // The server is there, and something may have happened between the last page and this moment.
            wake { $0.hope() }
        case .revision(let revision):
            guard revision > replica.base.revision else { return }
            stored.heard(of: revision)
            wake { $0.hear(of: revision) }
        case .reminder(let event): reminderListeners.tell(event)
        case .refused: wake { $0.hope() }
        case .closed: setLive(false)
        }
    }

    // MARK: Many deletions at once

    /// Yes, all of this is to be deleted.
    public func confirmDeletions() throws {
        try decide(deletes: true)
    }

    /// Takes the unsent deletions back.
    public func withdrawDeletions() throws {
        try decide(deletes: false)
    }

    private func decide(deletes: Bool) throws {
        let now = time.now()
        try change { $0.decide(deletes: deletes, at: now) }
        nap.wake()
    }
}
