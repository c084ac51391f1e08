import DaybookCore
import Postgres
import Testing

@testable import DaybookAPI
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestService

/// `POST /v1/account/restoration` and what became of single rows meanwhile.
@Suite(.closing) struct RestorationRowTests {
    private let house: TakeBackHouse

    init() async throws { house = try await TakeBackHouse() }

    private var person: Caller { house.person }

    private func restore(to revision: Int, key: String? = nil) async -> Caller.Answer {
        var person = house.person
        if let key { person.fields["Idempotency-Key"] = key }
        return await person.post("/v1/account/restoration", "{\"to\":\(revision)}")
    }

    /// It was there then and is there now, though housekeeping has dropped it for good in between.
    @Test func aTaskThatWasMadeAgainStays() async throws {
        let task = await house.make(person, "/v1/tasks", #"{"title":"A"}"#)
        let start = await house.revision
        #expect(await person.delete("/v1/tasks/\(task)").status == 204)
        try await house.house.database.write(
            of: house.account, "DELETE FROM task WHERE account_id = \(house.account) AND deleted_at IS NOT NULL")
        let again = await person.call("PUT", "/v1/tasks/\(task)", #"{"title":"A again"}"#)
        #expect(again.status == 201, "\(again.text)")
        let answer = await restore(to: start)
        #expect(answer.status == 200 && answer.number("deletions") == 0, "\(answer.text)")
        #expect(await house.rows()[task] != nil)
    }
}
