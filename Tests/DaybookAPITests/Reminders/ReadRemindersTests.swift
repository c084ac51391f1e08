import DaybookCore
import HTTP
import Seeds
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestAccounts

/// `GET /v1/reminders` on a real PostgreSQL.
@Suite(.closing) struct ReadRemindersTests {
    private func ask(_ query: String, _ house: ViewHouse) async throws -> [UInt8] {
        let principal = Principal(account: house.account, device: house.account, token: house.account, scope: .full)
        let response = try await ReadReminders(database: house.database).answer(
            Request("GET", "/v1/reminders?\(query)"), principal)
        guard case .bytes(let bytes) = response.body else { return [] }
        return bytes
    }

    @Test func longTitlesAreReadPageByPage() async throws {
        let house = try await ViewHouse.open()
        let now = Instant.now()
        var random = RandomSeed.generator()
        let tasks = (0..<12).map { index -> TaskItem in
            var task = TaskItem(id: .random(using: &random))
            task.title = String(repeating: "t", count: 250_000)
            task.clocks[.title] = HybridTime(now, device: .zero)
            task.createdAt = now
            task.reminderAt = now.adding(seconds: 3_600 + Int64(index))
            task.sortOrder = OrderKey("V" + String(10_001 + index))!
            task.revision = 1
            return task
        }
        try await house.fill(tasks, [], AccountSettings())
        var (told, pages, cursor): ([String], Int, String?) = ([], 0, nil)
        repeat {
            let bytes = try await ask("limit=500" + (cursor.map { "&cursor=\($0)" } ?? ""), house)
            #expect(bytes.count < 2 << 20)
            let json = try JSONValue(json: bytes)
            if case .array(let reminders)? = json["reminders"] {
                for reminder in reminders {
                    if case .string(let id)? = reminder["taskId"] { told.append(id) }
                }
            }
            cursor = nil
            if case .string(let next)? = json["nextCursor"] { cursor = next }
            pages += 1
        } while cursor != nil && pages < 20
        #expect(told == tasks.map { $0.id.text })
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "253402300800000", "x"])
    func placesThatNoReminderHasAreRefused(at: String) async throws {
        #expect(Instant(cursor: at) == nil)
        let house = try await ViewHouse.open()
        await #expect(throws: Problem.self) {
            _ = try await ask("cursor=\(at).\(Identifier.zero.text)", house)
        }
    }
}
