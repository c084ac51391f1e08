import DaybookCore
import HTTP
import Seeds
import TestWire
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// `POST /v1/sync` beside its reference in memory, and what only a database can get wrong.
@Suite(.closing) struct SyncReferenceTests {
    /// Devices that push, read in pages, begin anew and use cursors that are none.
    @Test(arguments: RandomSeed.all(for: "SyncReferenceTests/randomExchangesAreWhatTheReferenceSaysTheyAre"))
    func randomExchangesAreWhatTheReferenceSaysTheyAre(seed: RandomSeed) async throws {
        let house = try await SyncHouse(.open())
        var pushes = RandomPushes(seed: seed.value, account: house.account)
        var reference = ServerAccount(account: house.account, epoch: try await house.epoch())
        var cursors: [Identifier: SyncCursor] = [:]
        for step in 0..<Proofs.scale(gate: 80, proof: 200) {
            let device = pushes.devices[Int(pushes.pick(3))]
            var push = Push(operations: [])
            if pushes.pick(2) == 0 {
                push = pushes.next()
                push.device = device
                for index in push.operations.indices { push.operations[index].at.device = device }
            }
            var cursor = cursors[device]
            switch pushes.pick(20) {
            case 0: cursor = nil
            case 1: cursor?.revision += 1000
            case 2: cursor?.epoch = .zero
            case 3: cursor?.revision /= 2
            default: break
            }
            let request = SyncRequest(device: device, cursor: cursor, push: push, limit: 1 + Int(pushes.pick(9)))
            let expected = reference.sync(request, now: pushes.now)
            let answer = try await house.sync(request, now: pushes.now)
            #expect(answer == expected, "step \(step), \(seed)")
            if case .page(let page) = answer { cursors[device] = page.cursor }
            if case .gone = answer { cursors[device] = nil }
        }
        await house.acknowledgements.write()
        let rows = try await house.database.read(
            of: house.account, "SELECT device_id, acknowledged FROM device_sync"
        )
        .decode((Identifier, Int64).self)
        #expect(
            Dictionary(uniqueKeysWithValues: rows.map { ($0.0, $0.1) })
                == reference.devices.mapValues(\.acknowledged), "\(seed)")
    }

    /// Whoever reads in pages while others write ends with what is there, every row once as it is now.
    @Test func aSnapshotIsWholeWhileOthersWrite() async throws {
        let house = try await SyncHouse(.open())
        let (reader, writer) = (house.devices[0], house.devices[1])
        let first = (0..<60 as Range<UInt64>).map { house.newTask($0, by: writer) }
        _ = try await house.ledger.push(Push(operations: first), to: house.account)
        var held: [Identifier: TaskItem] = [:]
        var cursor: SyncCursor?
        var number: UInt64 = 60
        repeat {
            let request = SyncRequest(device: reader, cursor: cursor, push: Push(operations: []), limit: 7)
            guard case .page(let page) = try await house.sync(request) else {
                return _ = Issue.record("the cursor was refused")
            }
            for task in page.tasks { held[task.id] = task.isDeleted ? nil : task }
            cursor = page.cursor
            if !page.hasMore { break }
            if number < 75 {
                // One that was read already goes, one comes, one is changed.
                var change = house.newTask(number, by: writer)
                let gone = SyncOperation(
                    opId: Identifier(high: 0xDE1, low: number), id: Identifier(high: 0x7A5C, low: number - 60),
                    at: HybridTime(.now(), device: writer), kind: .delete)
                _ = try await house.ledger.push(Push(operations: [change, gone]), to: house.account)
                change = house.newTask(number + 1000, by: writer, title: "Changed")
                change = SyncOperation(
                    opId: change.opId, id: Identifier(high: 0x7A5C, low: number - 30), at: change.at,
                    fields: change.fields)
                _ = try await house.ledger.push(Push(operations: [change]), to: house.account)
                number += 1
            }
        } while true
        let rows = try await house.database.read(
            of: house.account, "SELECT \(TaskItem.columns) FROM task WHERE deleted_at IS NULL")
        var wanted: [Identifier: TaskItem] = [:]
        for row in rows {
            let task = try TaskItem(row)
            wanted[task.id] = task
        }
        #expect(number > 66, "nobody wrote meanwhile")
        #expect(held == wanted)
    }

    @Test func aRequestThatIsNoneIsAProblemAndChangesNothing() async throws {
        let house = try await SyncHouse(.open())
        let device = house.devices[0]
        let operation =
            #"{"opId":"00000000-0000-4000-8000-000000000001","entity":"task","id":"00000000-0000-4000-8000-000000000002","at":"2026-11-21T09:15:00.123Z","fields":{"title":"t"}}"#
        func type(_ body: String, _ scope: TokenScope = .full) async -> ProblemType? {
            do {
                _ = try await house.send(Array(body.utf8), as: device, scope: scope)
                return nil
            } catch {
                return (error as? Problem)?.type
            }
        }
        #expect(await type("") == .malformedJSON)
        #expect(await type("[]") == .invalidFields)
        #expect(await type(#"{"ops":[}"#) == .malformedJSON)
        #expect(await type(#"{"limit":0}"#) == .invalidFields)
        for cursor in ["", "x", "1:2", "00000000-0000-4000-8000-000000000001:-1"] {
            #expect(await type(#"{"cursor":"\#(cursor)","ops":[\#(operation)]}"#) == .invalidFields)
        }
        #expect(await type(#"{"cursor":7}"#) == .invalidFields)
        #expect(await type(#"{"ops":[\#(operation)]}"#, .read) == .scopeInsufficient)
        let unreadable = #"{"opId":"00000000-0000-4000-8000-000000000001","entity":"cheese"}"#
        #expect(await type(#"{"ops":[\#(unreadable)]}"#, .read) == .scopeInsufficient)
        #expect(await type("{}", .read) == nil)
        let revision = try await house.revision()
        #expect(revision == 0)
    }

    /// One operation that means nothing does not hold back those around it.
    @Test func anOperationIsRefusedByItself() async throws {
        let house = try await SyncHouse(.open())
        let body = """
            {"ops":[{"opId":"00000000-0000-4000-8000-000000000001","entity":"cheese"},
            {"opId":"00000000-0000-4000-8000-000000000002","entity":"task","id":"00000000-0000-4000-8000-0000000000AA",
            "at":"2026-11-21T09:15:00.123Z","fields":{"title":"t"}}]}
            """
        let read = try SyncPage.read(try await house.send(Array(body.utf8), as: house.devices[0]))
        #expect(read.page.outcomes.map(\.name) == ["rejected", "applied"])
        #expect(read.page.tasks.map(\.title) == ["t"])
    }

    @Test func anAccountHoldsNoMoreThanItMay() async throws {
        let house = try await SyncHouse(.open(quotas: Quotas(tasks: 3, bytes: 0)))
        let device = house.devices[0]
        func push(_ operations: [SyncOperation]) async throws -> PushResult {
            try await house.ledger.push(Push(operations: operations), to: house.account)
        }
        let tasks = (1...4 as ClosedRange<UInt64>).map { house.newTask($0, by: device) }
        #expect(try await push(tasks).merged?.outcomes == [.applied, .applied, .applied, .quota(.tasks)])
        #expect(try await house.revision() == 3)
        // What is there can still be changed, and one that goes makes room.
        var change = house.newTask(1, by: device, title: "Other words")
        change.opId = Identifier(high: 1, low: 1)
        let gone = SyncOperation(
            opId: Identifier(high: 1, low: 2), id: tasks[1].id, at: HybridTime(.now(), device: device),
            kind: .delete)
        for operations in [[change], [gone], [tasks[3]]] {
            #expect(try await push(operations).merged != nil)
        }
    }
}
