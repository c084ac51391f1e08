import DaybookCore
import Testing

@testable import DaybookAPI
@testable import DaybookLedger
@testable import TestAccounts

/// Pages that another device of the account was given a moment ago.
@Suite(.closing) struct RecentPagesTests {
    private func pull(_ house: SyncHouse, _ device: Int, after cursor: SyncCursor, limit: Int = 100) async throws
        -> SyncPage?
    {
        let request = SyncRequest(
            device: house.devices[device], cursor: cursor, push: Push(operations: []), limit: limit)
        guard case .page(var page) = try await house.sync(request) else { return nil }
        page.serverTime = .earliest
        return page
    }

    private func push(_ house: SyncHouse, _ numbers: ClosedRange<UInt64>, after cursor: SyncCursor?) async throws {
        let operations = numbers.map { house.newTask($0, by: house.devices[0], title: "\($0)") }
        let push = Push(operations: operations)
        _ = try await house.sync(SyncRequest(device: house.devices[0], cursor: cursor, push: push, limit: 100))
    }

    private func cursor(_ house: SyncHouse, _ revision: Int64) async throws -> SyncCursor {
        SyncCursor(epoch: try await house.epoch(), revision: revision)
    }

    @Test func whatOneDeviceReadTheNextIsGivenWithoutTheTables() async throws {
        let house = SyncHouse(try await LedgerHouse.open())
        try await push(house, 1...10, after: nil)
        let behind = try await cursor(house, 4)
        let first = try await pull(house, 0, after: behind)
        #expect(first?.tasks.map(\.title) == (5...10).map { "\($0)" })
        let before = house.database.statistics.queries
        #expect(try await pull(house, 1, after: behind) == first)
        // Whether it is the present is one statement; the page itself would be a transaction.
        #expect(house.database.statistics.queries - before == 1)
        // Another cursor, and a smaller page, have pages of their own.
        #expect(try await pull(house, 2, after: try await cursor(house, 7))?.tasks.count == 3)
        let short = try await pull(house, 2, after: behind, limit: 2)
        #expect(short?.hasMore == true && short?.tasks.map(\.title) == ["5", "6"])
    }

    @Test func whatOneDevicePushedTheOthersAreGivenWithoutTheTables() async throws {
        let house = SyncHouse(try await LedgerHouse.open())
        try await push(house, 1...3, after: nil)
        let present = try await cursor(house, 3)
        _ = try await pull(house, 0, after: present)
        try await push(house, 4...4, after: present)
        let before = house.database.statistics.queries
        #expect(try await pull(house, 1, after: present)?.tasks.map(\.title) == ["4"])
        #expect(house.database.statistics.queries - before == 1)
        // The next change makes it past.
        try await push(house, 5...5, after: try await cursor(house, 4))
        #expect(try await pull(house, 1, after: present)?.tasks.map(\.title) == ["4", "5"])
    }

    /// Devices that ask in vain push nothing out of memory.
    @Test func whoHasReadEverythingTakesNoPagesPlace() async throws {
        let house = SyncHouse(try await LedgerHouse.open())
        try await push(house, 1...3, after: nil)
        let behind = try await cursor(house, 1)
        let page = try await pull(house, 0, after: behind)
        #expect(try await pull(house, 0, after: try await cursor(house, 3))?.tasks.isEmpty == true)
        let before = house.database.statistics.queries
        #expect(try await pull(house, 1, after: behind) == page)
        #expect(house.database.statistics.queries - before == 1)
    }

    private func page(upTo revision: Int64, from cursor: SyncCursor) -> SyncPage {
        SyncPage(
            cursor: SyncCursor(epoch: cursor.epoch, revision: revision), hasMore: false, tasks: [], lists: [],
            settings: nil, outcomes: [], serverTime: .earliest, revision: revision)
    }

    @Test func oneAccountIsNeverGivenAnothersPage() {
        let (kept, account, other) = (RecentPages(), Identifier.random(), Identifier.random())
        let cursor = SyncCursor(epoch: .random(), revision: 3)
        kept.keep(page(upTo: 5, from: cursor), of: 2, as: [1, 2], after: cursor, of: account)
        #expect(kept.rows(of: account, after: cursor, upTo: 5, atMost: 2) == [1, 2])
        #expect(kept.rows(of: other, after: cursor, upTo: 5, atMost: 2) == nil)
        #expect(kept.rows(of: account, after: cursor, upTo: 6, atMost: 2) == nil)
        #expect(kept.rows(of: account, after: cursor, upTo: 5, atMost: 1) == nil)
        let restored = SyncCursor(epoch: .random(), revision: 3)
        #expect(kept.rows(of: account, after: restored, upTo: 5, atMost: 2) == nil)
    }

    /// However many accounts there are, and however long their pages.
    @Test func whatIsKeptIsBounded() {
        let kept = RecentPages()
        let cursor = SyncCursor(epoch: .random(), revision: 0)
        let page = page(upTo: 1, from: cursor)
        let (short, long) = ([UInt8](repeating: 0x20, count: 100_000), [UInt8](repeating: 0x20, count: 1 << 20))
        let accounts = (0..<500).map { _ in Identifier.random() }
        for account in accounts { kept.keep(page, of: 1, as: short[...], after: cursor, of: account) }
        let there = accounts.filter { kept.rows(of: $0, after: cursor, upTo: 1, atMost: 1) != nil }
        #expect(there.last == accounts.last && there.count * short.count <= 8 << 20)
        kept.keep(page, of: 1, as: long[...], after: cursor, of: accounts[0])
        #expect(kept.rows(of: accounts[0], after: cursor, upTo: 1, atMost: 1) == nil)
    }
}
