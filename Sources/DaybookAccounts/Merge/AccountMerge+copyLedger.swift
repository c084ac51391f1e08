import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// Replays one ledger into another.
extension AccountMerge {
    /// If no process has worked on a merge for this long, its process is gone.
    static let patience: Int64 = 30_000

    /// Replays what has not been replayed yet, and at the end closes the source's ledger for ever, in one transaction
    /// with what is to be done then. Several processes may do it at once: an operation that is known already is not
    /// done again.
    func tellAll<Outcome: Sendable>(
        _ journey: Journey, andThen finish: (Transaction) async throws -> Outcome
    ) async throws -> Outcome {
        var journey = journey
        try await carryDevices(journey)
        var erased = try await carryErasures(journey)
        while true {
            let entries = try await nextEntries(journey)
            guard let last = entries.last else {
                try await carryGuests(journey)
                if let outcome = try await close(journey, knowing: erased, finish) {
                    ledger.announcements.hasToRemind(journey.target)
                    return outcome
                }
                erased.formUnion(try await carryErasures(journey, beside: erased))
                continue
            }
            try await tell(entries.filter { !erased.contains($0.operation.id) }, journey)
            journey.told = last.revision
            try await database.write(
                """
                UPDATE merged_account SET told_revision = greatest(told_revision, \(journey.told)), worked_at = \(Instant.now())
                WHERE source_id = \(journey.source)
                """)
        }
    }

    private func tell(_ entries: [LedgerEntry], _ journey: Journey) async throws {
        let operations = entries.filter(\.isRetold).map(\.operation)
        guard !operations.isEmpty else { return }
        var push = Push(operations: operations, confirmsMassDelete: true, isRetold: true)
        push.hasConclusions = true
        // The account's settings stay what they are, and what was refused there is not asked again. Whether there is
        // room was decided before anything was done.
        guard case .merged = try await ledger.push(push, to: journey.target, within: Quotas.none) else {
            throw NoAccount()
        }
    }

    /// The next entries, never half a push: a push is settled at its end, and the result would differ if it were
    /// settled in the middle.
    private func nextEntries(_ journey: Journey) async throws -> [LedgerEntry] {
        var limit = batch
        while true {
            let rows = try await database.read(
                of: journey.source,
                """
                SELECT \(LedgerEntry.columns) FROM change
                WHERE account_id = \(journey.source) AND revision > \(journey.told) ORDER BY revision LIMIT \(limit + 1)
                """)
            let entries = try rows.map { try LedgerEntry($0) }
            guard entries.count > limit, let cut = entries.last else { return entries }
            // Entries of one push were written down at one time.
            let whole = entries.prefix { $0.recordedAt != cut.recordedAt }
            if !whole.isEmpty { return Array(whole) }
            limit *= 4
        }
    }

    /// Closes the source's ledger if nothing has been written since: without its clock no change gets through the door.
    /// Nil if something has been written, or erased.
    private func close<Outcome: Sendable>(
        _ journey: Journey, knowing erased: Set<Identifier>, _ finish: (Transaction) async throws -> Outcome
    ) async throws -> Outcome? {
        let now = Instant.now()
        return try await database.transaction(of: journey.source) { transaction in
            let clock = try await transaction.run(
                "SELECT revision FROM account_clock WHERE account_id = \(journey.source) FOR UPDATE")
            if let revision = try clock.first?.decode(0, as: Int64.self) {
                let more = try await transaction.run(
                    "SELECT 1 FROM change WHERE account_id = \(journey.source) AND revision > \(journey.told) LIMIT 1")
                guard more.isEmpty || revision == journey.told else { return nil }
                let moreErased = try await transaction.run(
                    """
                    SELECT 1 FROM erasure WHERE account_id = \(journey.source) AND NOT task_id = ANY(\(Array(erased)))
                    LIMIT 1
                    """)
                guard moreErased.isEmpty else { return nil }
                try await carryClocks(journey, in: transaction)
                try await carryAddresses(journey, in: transaction)
                try await belongings(journey.source, journey.target, journey.device, transaction)
            }
            try await transaction.run([
                "DELETE FROM account_clock WHERE account_id = \(journey.source)",
                """
                UPDATE merged_account SET finished_at = coalesce(finished_at, \(now)), worked_at = \(now)
                WHERE source_id = \(journey.source)
                """,
                // Deleted by whoever finds it, if not by us.
                """
                INSERT INTO deletion (deletion_id, account_id, began_at, worked_at, counts)
                SELECT \(Identifier.random()), account_id, \(now), \(now), '{}' FROM account
                WHERE account_id = \(journey.source) ON CONFLICT (account_id) DO NOTHING
                """,
            ])
            return try await finish(transaction)
        }
    }

    /// The source's devices become the account's, so that its history can say who did what. All but the one that asked
    /// are revoked.
    private func carryDevices(_ journey: Journey) async throws {
        let now = Instant.now()
        let rows = try await database.read(
            of: journey.source,
            "SELECT device_id, name, created_at, last_seen_at, revoked_at FROM device WHERE account_id = \(journey.source)"
        )
        let devices = try rows.decode((Identifier, String, Instant, Instant, Instant?).self)
        let revoked = devices.map { $0.0 == journey.device ? nil : $0.4 ?? now }
        let carried: Query = .rows(
            of: devices.map { _ in journey.target },
            """
            \(devices.map(\.0)), \(devices.map(\.1)), \(devices.map(\.2)), \(devices.map(\.3)), \(revoked)
            """, spread: try await database.isSpread())
        try await database.write(
            of: journey.target,
            """
            INSERT INTO device (account_id, device_id, name, created_at, last_seen_at, revoked_at)
            \(carried)
            ON CONFLICT (account_id, device_id) DO NOTHING
            """)
    }

    /// Each device's own order goes on where it was: what it makes from now on comes after its changes that were
    /// replayed.
    private func carryClocks(_ journey: Journey, in transaction: Transaction) async throws {
        let rows = try await transaction.run(DeviceClock.queryAll(of: journey.source))
        let writes = try rows.map { row in
            try DeviceClock(row).bring(
                row.decode(4, as: Identifier.self), to: journey.target, spread: transaction.isSpread)
        }
        try await transaction.run([.scope(journey.target)] + writes + [.scope(journey.source)])
    }

    /// Lists keep the addresses that calendar programs gave them. What was served under them does not come along:
    /// programs sign in anew, and read everything.
    private func carryAddresses(_ journey: Journey, in transaction: Transaction) async throws {
        let rows = try await transaction.run(
            "SELECT segment, list_id FROM dav_collection WHERE account_id = \(journey.source)")
        let named = try rows.decode((String, Identifier).self)
        guard !named.isEmpty else { return }
        let carried: Query = .rows(
            of: named.map { _ in journey.target }, "\(named.map(\.0)), \(named.map(\.1))",
            spread: transaction.isSpread)
        try await transaction.run([
            .scope(journey.target),
            """
            INSERT INTO dav_collection (account_id, segment, list_id)
            \(carried) ON CONFLICT DO NOTHING
            """,
            .scope(journey.source),
        ])
    }

    // MARK: What other processes left

    func finishWhatWasLeft(_ log: Log) async {
        await log.repeatedly(60_000...120_000, first: 0...0, interrupted: "merge of two accounts interrupted") {
            while let journey = try await takeUp() {
                try await tellAll(journey) { _ in }
                log.info("merge of two accounts finished that had been interrupted")
            }
        }
    }

    /// Claims one that no process works on, for a while.
    func takeUp(now: Instant = .now()) async throws -> Journey? {
        let rows = try await database.write(
            """
            UPDATE merged_account SET worked_at = \(now) WHERE source_id = (
                SELECT source_id FROM merged_account
                WHERE finished_at IS NULL AND worked_at < \(now.adding(milliseconds: -Self.patience))
                ORDER BY worked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING source_id, account_id, device_id, told_revision
            """)
        guard let row = rows.first else { return nil }
        let (source, target, device, told) = try row.decode((Identifier, Identifier, Identifier, Int64).self)
        return Journey(source: source, target: target, device: device, told: told, isFinished: false)
    }
}
