import DaybookCore
import Postgres
import Synchronization
import TestPostgres
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
        let readers = [
            await EventReader.open(house.port, account.token.text),
            await EventReader.open(house.port, tablet.token.text),
        ]
        let other = await EventReader.open(house.port, stranger.token.text)
        #expect(readers[0].status == 200)
        #expect(readers[0].head.lowercased().contains("content-type: text/event-stream"))
        for reader in readers + [other] { #expect(await reader.nextRevision() == .revision(0, nil)) }

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

    @Test func aBulkChangeIsToldWithoutRows() async throws {
        let (houses, account) = try await openHouses()
        let reader = await EventReader.open(houses[0].port, account.token.text)
        #expect(await reader.nextRevision() == .revision(0, nil))
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
        let reader = await EventReader.open(houses[0].port, account.token.text)
        _ = await reader.nextRevision()
        for _ in 0..<5 { #expect(await reader.next() == .sign) }
    }

    @Test func aRevokedDeviceHearsNoMoreAndOthersDo() async throws {
        let (houses, account) = try await openHouses(2)
        let other = try await account.newDevice(in: houses[0].database)
        var revoked: [EventReader] = []
        var kept: [EventReader] = []
        for house in houses {
            revoked.append(await EventReader.open(house.port, account.token.text))
            kept.append(await EventReader.open(house.port, other.token.text))
        }
        for reader in revoked + kept { _ = await reader.nextRevision() }
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
        let reader = await EventReader.open(houses[1].port, account.token.text)
        _ = await reader.nextRevision()
        for revision in 1...20 {
            houses[0].announcements.committed(account.commit(Int64(revision)), in: account.id)
            while await reader.nextRevision()?.revision != Int64(revision) {}
        }
    }

    @Test func whatWasMissedWhileTheDatabaseWasAwayIsFound() async throws {
        let postgres = try TestPostgres()
        let (houses, account) = try await openHouses(2, on: postgres)
        let reader = await EventReader.open(houses[1].port, account.token.text)
        #expect(await reader.nextRevision() == .revision(0, nil))
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
        for house in houses { readers.append(await EventReader.open(house.port, account.token.text)) }
        for reader in readers { #expect(await reader.nextRevision() == .revision(0, nil)) }
        try await account.reach(5, in: houses[0].database)
        houses[0].announcements.inDoubt(account.id)
        for reader in readers { #expect(await reader.nextRevision() == .revision(5, nil)) }
    }

    @Test func theSlowLookFindsWhatNobodyTold() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_LIVE_LOOK": "100ms"])
        let (house, reader) = (houses[0], await EventReader.open(houses[0].port, account.token.text))
        #expect(await reader.nextRevision() == .revision(0, nil))
        try await account.reach(4, in: house.database)
        #expect(await reader.nextRevision() == .revision(4, nil))
        // A token that has expired ends its stream.
        try await house.database.write(of: account.id, "UPDATE token SET expires_at = \(Instant(milliseconds: 1))")
        #expect(await reader.nextRevision() == nil)
    }

    @Test func aRestoredDatabaseEndsTheStreams() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_LIVE_LOOK": "100ms"])
        let reader = await EventReader.open(houses[0].port, account.token.text)
        #expect(await reader.nextRevision() == .revision(0, nil))
        try await houses[0].database.write("UPDATE instance SET epoch = gen_random_uuid()")
        #expect(await reader.nextRevision() == nil)
    }

    @Test func aSlowReaderHearsTheNewestOnly() async throws {
        let (houses, account) = try await openHouses()
        let house = houses[0]
        let reader = await EventReader.open(house.port, account.token.text)
        #expect(await reader.nextRevision() == .revision(0, nil))
        let title = String(repeating: "x", count: 8000)
        // More than the socket takes: megabytes for somebody who does not read.
        let count: Int64 = 3000
        for revision in 1...count {
            house.announcements.committed(account.commit(revision, title: title), in: account.id)
            if revision % 10 == 0 { await house.turn() }
        }
        var heard: [EventReader.Said] = []
        while heard.last?.revision != count { heard.append(try #require(await reader.nextRevision())) }
        #expect(heard.count < Int(count) / 2, "it was not slow: \(heard.count)")
        #expect(zip(heard, heard.dropFirst()).allSatisfy { ($0.revision ?? 0) < ($1.revision ?? 0) })
    }

    @Test func aDeviceHasFourStreamsAtMostAndTheNewestStay() async throws {
        let (houses, account) = try await openHouses(1, on: TestPostgres.shared, ["DAYBOOK_REACTORS": "1"])
        var readers: [EventReader] = []
        for _ in 0..<12 {
            readers.append(await EventReader.open(houses[0].port, account.token.text))
            _ = await readers.last?.nextRevision()
        }
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
        var reader: EventReader? = await EventReader.open(houses[0].port, account.token.text)
        _ = await reader?.nextRevision()
        await houses[0].streams(1)
        reader = nil
        await houses[0].streams(0)
    }

    @Test func drainingEndsTheStreamsAtOnce() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let house = try await LiveHouse.open(url)
        let account = try await SomeAccount.make(in: house.database)
        let reader = await EventReader.open(house.port, account.token.text)
        _ = await reader.nextRevision()
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
        while true {
            if let first = revocations.withLock({ $0.first }) { return first }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}

extension LiveHouse {
    /// Waits until every loop has turned.
    func turn() async {
        for reactor in reactors.reactors { await Task(executorPreference: reactor) {}.value }
    }

    func streamsAtMost(_ count: Int) async {
        while api.live.streams > count { try? await Task.sleep(for: .milliseconds(2)) }
    }
}
