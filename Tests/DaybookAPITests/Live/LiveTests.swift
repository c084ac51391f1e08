import DaybookCore
import Synchronization
import TestPostgres
import TestWire
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestService

/// Streams over real sockets on a real database; only what commits is made up.
@Suite(.closing) struct LiveTests {
    @Test func aCommitReachesTheStreamsOfItsAccountWithItsRows() async throws {
        let (houses, account) = try await openHouses()
        let house = houses[0]
        let stranger = try await SomeAccount.make(in: house.database)
        let tablet = try await account.newDevice(in: house.database)
        let readers = [await house.stream(of: account), await house.stream(of: tablet)]
        let other = await house.stream(of: stranger)
        #expect(readers[0].status == 200)
        #expect(readers[0].head.lowercased().contains("content-type: text/event-stream"))

        let commit = account.commit(1)
        house.announcements.committed(commit, in: account.id)
        for reader in readers {
            let said = await reader.nextRevision()
            #expect(said?.revision == 1)
            #expect(said?.changes?.after == 0)
            #expect(said?.changes?.tasks == Array(commit.tasks.values))
        }
        house.announcements.committed(stranger.commit(1), in: stranger.id)
        #expect(await other.nextRevision()?.changes?.tasks.first?.title == "Water the plants")
    }

    /// Its answer has them.
    @Test func whoPushedIsToldWithoutRows() async throws {
        let (houses, account) = try await openHouses()
        let house = houses[0]
        let tablet = try await account.newDevice(in: house.database)
        let (own, other) = (await house.stream(of: account), await house.stream(of: tablet))
        let epoch = try #require(try await Reconciliation.epoch(house.database))
        // Without a cursor the answer is a page of a snapshot, and not this change alone.
        for (number, cursor) in [SyncCursor(epoch: epoch, revision: 0), nil].enumerated() {
            let operation = SyncOperation(
                opId: Identifier(high: 7, low: UInt64(number)), id: Identifier(high: 8, low: UInt64(number)),
                at: HybridTime(milliseconds: 1_780_000_000_000, device: account.device),
                fields: [JSONMember("title", .string("Water the plants"))])
            let push = Push(operations: [operation], from: account.device)
            _ = try await house.ledger.push(push, to: account.id, continuing: cursor)
            #expect(await own.nextRevision()?.changes?.tasks.count == (cursor == nil ? 1 : nil))
            #expect(await other.nextRevision()?.changes?.tasks.count == 1)
        }
    }

    @Test func aBulkChangeIsToldWithoutRows() async throws {
        let (houses, account) = try await openHouses()
        let reader = await houses[0].stream(of: account)
        houses[0].announcements.committed(
            account.commit(1, title: String(repeating: "long ", count: 2000)), in: account.id)
        #expect(await reader.nextRevision() == .revision(1, nil))
    }

    @Test func itGoesOnWhereTheClientLeftOff() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_LIVE_HEARTBEAT": "100ms"])
        let house = houses[0]
        try await account.reach(7, in: house.database)
        let epoch = try #require(try await Reconciliation.epoch(house.database))
        func first(_ target: String, _ fields: String = "") async -> EventReader.Said? {
            let reader = await EventReader.open(house.port, account.token.text, target: target, fields: fields)
            guard case .retry = await reader.next() else { return nil }
            // The opening ends with a sign of its own.
            return await reader.next()
        }
        #expect(await first("/v1/live?cursor=\(epoch):7") == .sign)
        #expect(await first("/v1/live?cursor=\(epoch):6") == .revision(7, nil))
        #expect(await first("/v1/live?cursor=\(epoch):99") == .revision(7, nil))
        #expect(await first("/v1/live?cursor=\(epoch):7:7") == .revision(7, nil))
        #expect(await first("/v1/live?cursor=\(account.id):7") == .revision(7, nil))
        #expect(await first("/v1/live?cursor=\(epoch):1", "Last-Event-ID: \(epoch):7\r\n") == .sign)
        for (target, fields) in [
            ("/v1/live?cursor=nonsense", ""), ("/v1/live?cursor=\(epoch):1&cursor=\(epoch):2", ""),
            ("/v1/live", "Last-Event-ID: nonsense\r\n"),
        ] {
            let refused = await EventReader.open(house.port, account.token.text, target: target, fields: fields)
            #expect(refused.status == 400)
        }
        #expect(await EventReader.open(house.port, nil).status == 401)
    }

    @Test func aSilentStreamShowsThatItIsThere() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_LIVE_HEARTBEAT": "100ms"])
        let reader = await houses[0].stream(of: account)
        for _ in 0..<5 { #expect(await reader.next() == .sign) }
    }

    @Test func aRevokedDeviceHearsNoMoreAndOthersDo() async throws {
        let (houses, account) = try await openHouses(2)
        let other = try await account.newDevice(in: houses[0].database)
        var revoked: [EventReader] = []
        var kept: [EventReader] = []
        for house in houses {
            revoked.append(await house.stream(of: account))
            kept.append(await house.stream(of: other))
        }
        let heard = Heard(houses[1].announcements)
        houses[0].announcements.revoked(account.device, of: account.id)
        for reader in revoked { #expect(await reader.nextRevision() == nil) }
        houses[0].announcements.committed(account.commit(1), in: account.id)
        for reader in kept { #expect(await reader.nextRevision()?.revision == 1) }
        #expect(await heard.first() == .device(account.device, of: account.id))

        houses[1].announcements.closed(account.id)
        for reader in kept { #expect(await reader.nextRevision() == nil) }
    }

    @Test func anotherProcessHearsOfIt() async throws {
        let (houses, account) = try await openHouses(2)
        let reader = await houses[1].stream(of: account)
        for revision in 1...20 {
            houses[0].announcements.committed(account.commit(Int64(revision)), in: account.id)
            while await reader.nextRevision()?.revision != Int64(revision) {}
        }
    }

    @Test func whatWasMissedWhileTheDatabaseWasAwayIsFound() async throws {
        let postgres = try await onThread { try TestPostgres() }
        let (houses, account) = try await openHouses(2, on: postgres)
        let reader = await houses[1].stream(of: account)
        let heard = Heard(houses[1].announcements)
        postgres.kill9()
        try postgres.start()
        // Nobody tells of this one.
        while (try? await account.reach(3, in: houses[0].database)) == nil {}
        #expect(await reader.nextRevision() == .revision(3, nil))
        #expect(await heard.first() == .unknown)
    }

    @Test func aChangeInDoubtIsLookedForAtOnce() async throws {
        let (houses, account) = try await openHouses(2, on: TestPostgres.shared, ["DAYBOOK_LIVE_LOOK": "1h"])
        var readers: [EventReader] = []
        for house in houses { readers.append(await house.stream(of: account)) }
        try await account.reach(5, in: houses[0].database)
        houses[0].announcements.inDoubt(account.id)
        for reader in readers { #expect(await reader.nextRevision() == .revision(5, nil)) }
    }

    @Test func theSlowLookFindsWhatNobodyTold() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_LIVE_LOOK": "100ms"])
        let (house, reader) = (houses[0], await houses[0].stream(of: account))
        try await account.reach(4, in: house.database)
        #expect(await reader.nextRevision() == .revision(4, nil))
        // A token that has expired ends its stream.
        try await house.database.write(of: account.id, "UPDATE token SET expires_at = \(Instant(milliseconds: 1))")
        #expect(await reader.nextRevision() == nil)
    }

    @Test func aRestoredDatabaseEndsTheStreams() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_LIVE_LOOK": "100ms"])
        let reader = await houses[0].stream(of: account)
        try await houses[0].database.write("UPDATE instance SET epoch = \(Identifier.random())")
        #expect(await reader.nextRevision() == nil)
    }

    @Test func aSlowReaderHearsTheNewestOnly() async throws {
        let (houses, account) = try await openHouses()
        let house = houses[0]
        let reader = await house.stream(of: account)
        let title = String(repeating: "x", count: 8000)
        @Sendable func commit(_ revisions: ClosedRange<Int64>) async {
            for revision in revisions {
                house.announcements.committed(account.commit(revision, title: title), in: account.id)
                if revision % 10 == 0 { await house.turn() }
            }
        }
        // Who takes nothing of an answer for 20 seconds is cut off. So all of it runs on a reactor of the server: where
        // tests take turns, forty of them may take longer beside others that compute.
        let (sent, heard) = try await Task(executorPreference: house.reactors.reactors[0]) {
            var count: Int64 = 0
            // Until the socket takes no more, and the server holds an answer.
            while house.heldBytes == 0 {
                await commit(count + 1...count + 10)
                count += 10
            }
            let sent = count
            await commit(count + 1...count + 200)
            count += 200
            var heard: [EventReader.Said] = []
            while heard.last?.revision != count { heard.append(try #require(await reader.nextRevision())) }
            return (sent, heard)
        }.value
        // Of the twenty turns after that, whoever keeps up hears each.
        let late = heard.count { ($0.revision ?? 0) > sent }
        #expect(late < 10, "it was not slow: \(late)")
        #expect(zip(heard, heard.dropFirst()).allSatisfy { ($0.revision ?? 0) < ($1.revision ?? 0) })
    }

    @Test func aDeviceHasFourStreamsAtMostAndTheNewestStay() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_REACTORS": "1"])
        var readers: [EventReader] = []
        for _ in 0..<12 { readers.append(await houses[0].stream(of: account)) }
        // Counted on each reactor, of which there are two here; the kernel deals connections out as it likes.
        await houses[0].streamsAtMost(8)
        houses[0].announcements.committed(account.commit(1), in: account.id)
        var heard: [Int] = []
        for (place, reader) in readers.enumerated() where await reader.nextRevision()?.revision == 1 {
            heard.append(place)
        }
        #expect(heard.last == 11)
        #expect(heard.count <= 8)
    }

    @Test func aStreamThatWasLeftIsForgotten() async throws {
        let (houses, account) = try await openHouses()
        var reader: EventReader? = await houses[0].stream(of: account)
        #expect(reader?.status == 200)
        await houses[0].streams(1)
        reader = nil
        await houses[0].streams(0)
    }

    @Test func drainingEndsTheStreamsAtOnce() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let house = try await LiveHouse.open(url)
        let account = try await SomeAccount.make(in: house.database)
        let reader = await house.stream(of: account)
        async let closed: Void = house.close()
        #expect(await reader.nextRevision() == nil)
        await closed
    }
}

/// The first revocation that is told.
private final class Heard: Sendable {
    private let revocations = Mutex<[Revocation]>([])

    init(_ announcements: Announcements) {
        announcements.onRevocation { revocation in self.revocations.withLock { $0.append(revocation) } }
    }

    func first() async -> Revocation? {
        await eventually { revocations.withLock { !$0.isEmpty } }
        return revocations.withLock { $0.first }
    }
}

extension LiveHouse {
    /// A stream of the account's that has begun, with nothing new.
    func stream(of account: SomeAccount) async -> EventReader {
        let reader = await EventReader.open(port, account.token.text)
        #expect(await reader.nextRevision() == .revision(0, nil))
        return reader
    }

    /// Waits until every loop has turned.
    func turn() async {
        for reactor in reactors.reactors { await Task(executorPreference: reactor) {}.value }
    }

    func streamsAtMost(_ count: Int) async {
        await eventually { api.live.streams <= count }
    }
}
