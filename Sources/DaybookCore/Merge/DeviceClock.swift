/// What the server knows of one device's clock: how far it is off, and the order of what the device made.
///
/// Wall time, a device's own order and what a device had seen are three things; this is the first two.
/// `SyncOperation.base` is the third. What the ledger keeps is the corrected clock, so replaying it needs none of this.
package struct DeviceClock: Hashable, Sendable {
    /// By how much the device's clock is behind ours: the least of the recent samples `arrival - sentAt`, since an
    /// upload can only make a sample larger. Nil before the first.
    package private(set) var offset: Int64?
    package private(set) var sampledAt: Instant
    /// The greatest clock that a change of this device was given.
    package private(set) var last: HybridTime?
    /// The greatest clock that the device told since its own clock was set.
    package private(set) var told: HybridTime?

    /// A sample that differs by more means that the device's clock was set.
    package static let setting: Int64 = 60_000
    /// A device behind by less may as well have a slow line.
    static let slowLine: Int64 = 5_000
    /// A device ahead by less is put right by cutting the future off.
    static let slightLead: Int64 = 1_000
    /// Clocks drift: a least sample counts for less the older it is, one millisecond in this many.
    static let drift: Int64 = 5_000

    package init() {
        sampledAt = .earliest
    }

    package init(offset: Int64?, sampledAt: Instant, last: HybridTime?, told: HybridTime?) {
        self.offset = offset
        self.sampledAt = sampledAt
        self.last = last
        self.told = told
    }

    /// What is added to the device's clocks.
    package var shift: Int64 {
        guard let offset, offset > Self.slowLine || offset < -Self.slightLead else { return 0 }
        return offset
    }

    /// Takes note of a request that the device sent at `sentAt` by its own clock.
    package mutating func sample(sentAt: Instant, now: Instant) {
        let sample = now.milliseconds - sentAt.milliseconds
        let elapsed = max(0, now.milliseconds - sampledAt.milliseconds)
        sampledAt = now
        guard let before = offset, (sample - before).magnitude <= UInt64(Self.setting) else {
            // Times told by the clock as it was say nothing of the order of those that it tells now.
            if offset != nil { told = nil }
            offset = sample
            return
        }
        offset = min(sample, before + elapsed / Self.drift)
    }

    /// The clock to merge a change with. Called in the order in which the device sends.
    ///
    /// What the device made later is later, whatever its clock says; only a change that was overtaken on its way, and
    /// says so by an earlier time of the same setting of the clock, keeps its place before what it was made before.
    /// Nothing lies in the future, so no wrong clock wins for ever.
    package mutating func correct(_ time: HybridTime, now: Instant) -> HybridTime {
        let isOfTheFuture = time.shifted(by: shift).milliseconds > now.milliseconds
        var corrected = align(time, now: now)
        // An earlier time than the last one told means that this change was overtaken on its way. But a last one that
        // would lie in the future was wrong, so it says nothing about the order of a time that can be right.
        if let told, time < told, isOfTheFuture || told.shifted(by: shift).milliseconds <= now.milliseconds {
            // Below the earliest there is no place left, and no text for it.
            if let last, corrected >= last {
                corrected = max(last.predecessor, HybridTime(.earliest, device: time.device))
            }
            return corrected
        }
        if let last, corrected <= last { corrected = last.successor(device: time.device) }
        told = time
        last = corrected
        return corrected
    }

    /// A time of the device by our clock. It says nothing of the device's order.
    private func align(_ time: HybridTime, now: Instant) -> HybridTime {
        let aligned = time.shifted(by: shift)
        if aligned.milliseconds > now.milliseconds { return HybridTime(now, device: time.device) }
        return aligned.instant < .earliest ? HybridTime(.earliest, device: time.device) : aligned
    }

    /// A change of the device was given a later clock than `correct` said, since it was made after something that it
    /// saw, or it was made at the server.
    package mutating func raise(to clock: HybridTime) {
        if last.map({ $0 < clock }) ?? true { last = clock }
    }
}

extension DeviceClock {
    /// The push with the clocks to merge it with; what the ledger knows already has its own.
    package mutating func correct(_ push: Push, knowing known: [Identifier: Outcome], now: Instant) -> Push {
        if let sentAt = push.sentAt { sample(sentAt: sentAt, now: now) }
        var corrected = push
        var seen: Set<Identifier> = []
        for index in push.operations.indices {
            let operation = push.operations[index]
            guard known[operation.opId] == nil, seen.insert(operation.opId).inserted else { continue }
            if operation.isCorrected {
                let bound = max(HybridTime(.earliest, device: operation.at.device), operation.at)
                let at = min(bound, HybridTime(now, counter: .max, device: operation.at.device))
                corrected.operations[index].at = at
                raise(to: at)
            } else if operation.isOccurrenceConcludedElsewhere {
                corrected.operations[index].at = align(operation.at, now: now)
            } else {
                corrected.operations[index].at = correct(operation.at, now: now)
            }
        }
        return corrected
    }

    /// What the device's changes came to may be later than what they were corrected to.
    package mutating func raise(to entries: [LedgerEntry], of device: Identifier) {
        for entry in entries where entry.operation.at.device == device { raise(to: entry.operation.at) }
    }
}
