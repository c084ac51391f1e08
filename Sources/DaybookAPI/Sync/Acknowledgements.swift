import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import Postgres
import Reactor
import Synchronization

/// How far each device has read, which decides what housekeeping may remove and what the sync status shows. It is kept
/// in memory and written every second, so a pull writes nothing. What a crash loses, the device's next request brings
/// again.
final class Acknowledgements: Sendable {
    private struct Device: Hashable {
        let account: Identifier
        let device: Identifier
    }

    private struct Reading {
        /// Nil while the device reads its first snapshot.
        var revision: Int64?
        var at: Instant
    }

    private struct State {
        var unwritten: [Device: Reading] = [:]
        /// The positions written lately; for a device that reads nothing new, the position is written once a minute.
        var written: [Device: Reading] = [:]
    }

    private let database: Database
    private let state = Mutex(State())
    private let news = Bell()

    init(_ database: Database) { self.database = database }

    func note(_ cursor: SyncCursor?, of principal: Principal, at now: Instant) {
        let device = Device(account: principal.account, device: principal.device)
        let revision = cursor.flatMap { $0.snapshotFrom == nil ? $0.revision : nil }
        state.withLock { state in
            if let written = state.written[device], written.revision ?? 0 >= revision ?? 0,
                now.milliseconds - written.at.milliseconds < Self.pause
            {
                return
            }
            let known = state.unwritten[device]?.revision
            state.unwritten[device] = Reading(revision: [known, revision].compactMap(\.self).max(), at: now)
            news.ring()
        }
    }

    private static let pause: Int64 = 60_000

    /// Writes down what came together, for as long as the server runs and once more at its end.
    @Sendable func run() async {
        while !Task.isCancelled {
            await news.wait()
            await Reactor.current?.sleep(for: .seconds(1))
            await write()
        }
    }

    /// One statement for each account, since each runs under its account's scope; they share connections.
    func write() async {
        let readings = state.withLock { state in
            defer { state.unwritten = [:] }
            return state.unwritten
        }
        for (account, devices) in Dictionary(grouping: readings, by: \.key.account) {
            let written = try? await database.write(
                of: account,
                """
                INSERT INTO device_sync (account_id, device_id, acknowledged, synced_at)
                SELECT device.account_id, read.device_id, read.acknowledged, read.synced_at
                FROM unnest(\(devices.map(\.key.device)), \(devices.map { $0.value.revision ?? 0 }),
                    \(devices.map(\.value.at))) AS read (device_id, acknowledged, synced_at)
                JOIN device ON device.account_id = \(account) AND device.device_id = read.device_id
                ON CONFLICT (account_id, device_id) DO UPDATE SET
                    acknowledged = greatest(device_sync.acknowledged, excluded.acknowledged), synced_at = excluded.synced_at
                """)
            guard written != nil else { continue }
            state.withLock { state in
                for (device, reading) in devices { state.written[device] = reading }
            }
        }
        forget(before: Instant.now().adding(milliseconds: -Self.pause))
    }

    private func forget(before oldest: Instant) {
        state.withLock { state in
            guard state.written.count > 1000 else { return }
            state.written = state.written.filter { $0.value.at > oldest }
        }
    }
}
