import DaybookCore
import Testing

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookStore
@testable import TestAccounts
@testable import TestService

/// `POST /v1/sync` over real HTTP on a real PostgreSQL.
@Suite(.closing) struct SyncTests {
    private func task(_ number: UInt64) -> Identifier { Identifier(high: 0x7A5C, low: number) }
    private func list(_ number: UInt64) -> Identifier { Identifier(high: 0x1157, low: number) }

    private func openDevices(_ count: Int = 1) async throws -> ([Device], LiveHouse, SomeAccount) {
        let (houses, account) = try await openHouses()
        var devices = [Device(account, port: houses[0].port)]
        for _ in 1..<count {
            devices.append(Device(try await account.newDevice(in: houses[0].database), port: houses[0].port))
        }
        return (devices, houses[0], account)
    }

    @Test func aRequestAndItsAnswer() async throws {
        let (devices, _, _) = try await openDevices()
        let body = """
            {"cursor":null,"ops":[{"opId":"00000000-0000-4000-8000-000000000001","entity":"task",\
            "id":"00000000-0000-4000-8000-000000000002","at":"2026-11-21T09:15:00.123Z","fields":{"title":"Tea"}},\
            {"opId":"00000000-0000-4000-8000-000000000003","entity":"cake","at":"2026-11-21T09:15:00.123Z"}]}
            """
        let (status, bytes) = try await devices[0].post(Array(body.utf8))
        #expect(status == 200)
        let answer = try JSONValue(json: bytes)
        #expect(answer["hasMore"] == false)
        #expect(answer["revision"] == 1)
        guard case .array(let outcomes) = answer["outcomes"], case .array(let tasks) = answer["changes"]?["tasks"]
        else {
            Issue.record("\(answer)")
            return
        }
        #expect(outcomes.map { $0["outcome"] } == ["applied", "rejected"])
        #expect(outcomes.map { $0["code"] } == [nil, "invalid_operation"])
        #expect(tasks.map { $0["title"] } == ["Tea"])
        // Sent again, it is the same and was done once.
        let (again, second) = try await devices[0].post(Array(body.utf8))
        #expect(again == 200)
        #expect(try JSONValue(json: second)["outcomes"] == answer["outcomes"])
        #expect(try JSONValue(json: second)["revision"] == 1)
    }

    @Test func devicesEndUpTheSame() async throws {
        let (devices, _, _) = try await openDevices(3)
        devices[0].change(list(1), [JSONMember("name", "Home")], entity: .list)
        devices[0].change(task(1), [JSONMember("title", "Tea"), JSONMember("listId", .string(list(1).text))])
        devices[1].change(task(2), [JSONMember("title", "Cake")])
        for index in devices.indices { try await devices[index].sync() }
        devices[1].change(task(1), [JSONMember("state", "completed")])
        devices[2].change(task(1), [JSONMember("notes", "green")])
        devices[0].delete(list(1), entity: .list)
        for _ in 0..<2 { for index in devices.indices { try await devices[index].sync() } }
        #expect(devices[0].replica.base == devices[1].replica.base)
        #expect(devices[1].replica.base == devices[2].replica.base)
        let tea = try #require(devices[2].replica.view.tasks[task(1)])
        #expect(tea.isCompleted && tea.notes == "green")
        #expect(devices.allSatisfy { $0.replica.outbox.isEmpty })
    }

    /// A page of what the push itself wrote needs no look at the tables; it must be the page that a look would give.
    @Test func whoIsUpToDateGetsWhatAnybodyWouldGet() async throws {
        let (devices, _, _) = try await openDevices(2)
        for index in devices.indices { try await devices[index].sync() }
        devices[0].change(
            task(1),
            [
                JSONMember("title", "Water"),
                JSONMember("recurrence", .object([JSONMember("days", .array([1, 4]))])),
            ])
        #expect(try await devices[0].sync() == 1)
        devices[0].change(task(1), [JSONMember("state", "completed")])
        #expect(try await devices[0].sync() == 1)
        try await devices[1].sync()
        #expect(devices[0].replica.base == devices[1].replica.base)
        #expect(devices[1].replica.base.tasks.count == 2)
    }

    @Test func aSnapshotInPagesMissesNoDeletionMeanwhile() async throws {
        let (devices, _, _) = try await openDevices(2)
        for number in 1...9 as ClosedRange<UInt64> { devices[0].change(task(number), [JSONMember("title", "t")]) }
        try await devices[0].sync()
        devices[0].delete(task(9))
        try await devices[0].sync()
        // The second device has read the settings and one task when that goes.
        let (number, request) = devices[1].replica.request(now: .now(), rows: 2)
        var writer = JSONWriter()
        request.write(to: &writer)
        let (_, bytes) = try await devices[1].post(writer.bytes)
        let page = try SyncPage.read(bytes).page
        #expect(page.hasMore && page.tasks.count == 1 && page.settings != nil)
        #expect(page.cursor.snapshotFrom == 10)
        let _: Replica.Received = devices[1].replica.receive(.page(page), to: number, now: .now())
        devices[0].delete(task(1))
        try await devices[0].sync()
        #expect(try await devices[1].sync(rows: 2) > 3)
        #expect(Set(devices[1].replica.view.tasks.values.filter { !$0.isDeleted }.map(\.id)).count == 7)
        #expect(devices[1].replica.base.tasks[task(9)] == nil, "an old tombstone has no place in a snapshot")
    }

    @Test(arguments: ["EPOCH:0", "HERE:7", "HERE:0"])
    func aCursorThatCannotBeContinued(text: String) async throws {
        let (devices, house, _) = try await openDevices()
        devices[0].change(task(1), [JSONMember("title", "t")])
        try await devices[0].sync()
        let epoch = try #require(devices[0].replica.cursor?.epoch)
        try await house.database.write("UPDATE account_clock SET min_revision = 1")
        let cursor = text.replacing("HERE", with: epoch.text).replacing("EPOCH", with: Identifier(high: 1, low: 1).text)
        let body = """
            {"cursor":"\(cursor)","ops":[{"opId":"00000000-0000-4000-8000-000000000001","entity":"task",\
            "id":"00000000-0000-4000-8000-000000000002","at":"2026-11-21T09:15:00.123Z","fields":{"title":"Tea"}}]}
            """
        let (status, bytes) = try await devices[0].post(Array(body.utf8))
        #expect(status == 410)
        #expect(try JSONValue(json: bytes)["code"] == "cursor_gone")
        let revision = try await house.database.read("SELECT revision FROM account_clock").first?.decode(
            0, as: Int64.self)
        // What rests on something that the database lost must not be merged, and refused, before that is back.
        #expect(revision == 1)
    }

    @Test func badRequestsChangeNothing() async throws {
        let (devices, house, _) = try await openDevices()
        for (body, status) in [
            ("{", 400), ("[]", 422), ("{\"cursor\":\"soon\"}", 422), ("{\"limit\":0}", 422), ("{\"ops\":{}}", 422),
            ("{\"ops\":[{\"entity\":\"task\"}]}", 422),
        ] {
            let answered = try await devices[0].post(Array(body.utf8)).status
            #expect(answered == status, "\(body)")
        }
        let operation = "{\"opId\":\"00000000-0000-4000-8000-000000000001\"}"
        let many = "{\"ops\":[" + [String](repeating: operation, count: 1001).joined(separator: ",") + "]}"
        let tooMany = try await devices[0].post(Array(many.utf8)).status
        #expect(tooMany == 413)
        #expect(try await house.database.read("SELECT 1 FROM account_clock WHERE revision > 0").isEmpty)
    }

    @Test func whoMayOnlyReadPullsAndDoesNotPush() async throws {
        let (devices, house, account) = try await openDevices()
        try await house.database.write(of: account.id, "UPDATE token SET scope = 'read'")
        try await devices[0].sync()
        devices[0].change(task(1), [JSONMember("title", "t")])
        await #expect(throws: Device.Refused(status: 403)) { try await devices[0].sync() }
        #expect(devices[0].replica.outbox.count == 1)
    }

    @Test func manyDeletionsAreAskedAbout() async throws {
        let (devices, house, _) = try await openDevices()
        for number in 1...60 as ClosedRange<UInt64> { devices[0].change(task(number), [JSONMember("title", "t")]) }
        try await devices[0].sync()
        for number in 1...55 as ClosedRange<UInt64> { devices[0].delete(task(number)) }
        await #expect(throws: Device.Refused(status: 409)) { try await devices[0].sync() }
        let left = try await house.database.read("SELECT live_tasks FROM account_clock")
        #expect(try left.first?.decode(0, as: Int32.self) == 60)
        devices[0].replica.confirmMassDelete()
        try await devices[0].sync()
        #expect(devices[0].replica.view.tasks.values.filter { !$0.isDeleted }.count == 5)
    }

    @Test func howFarADeviceHasReadIsWrittenDown() async throws {
        let (devices, house, account) = try await openDevices()
        devices[0].change(task(1), [JSONMember("title", "t")])
        try await devices[0].sync()
        try await devices[0].sync()
        await house.api.acknowledgements.write()
        let rows = try await house.database.read(of: account.id, "SELECT device_id, acknowledged FROM device_sync")
        let (device, acknowledged) = try #require(try rows.decode((Identifier, Int64).self).first)
        #expect(device == account.device && acknowledged == 1)
    }
}
