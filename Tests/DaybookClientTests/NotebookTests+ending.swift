import DaybookCore
import Foundation
import Testing

@testable import DaybookClient

/// An account that is deleted leaves nothing on its device, and a new notebook in its place.
extension NotebookTests {
    @Test func aDeletedAccountLeavesANewNotebook() async throws {
        let phone = try await begun("phone")
        let task = try await phone.add("Milk of the almond")
        await phone.sync()
        try await phone.edit(task) { $0.notes = "Never sent" }
        let other = try notebook("phone")
        let account = await phone.status.account
        standIn.state.withLock { $0.others = { _ in StandIn.problem(403, "proof_failed", "That proves nothing") } }
        await #expect(throws: EntryFailure.self) { try await phone.deleteAccount(.password("wrong")) }
        #expect(await phone.task(task)?.notes == "Never sent")
        #expect(await phone.hasAccount)
        standIn.state.withLock { state in
            state.others = { call in
                let isMeant =
                    call.method == "DELETE" && call.path == "/v1/account"
                    && call.body == Array("{\"password\":\"right\"}".utf8)
                return isMeant
                    ? HTTPAnswer(status: 200, body: Array("{}".utf8)) : StandIn.problem(404, "not_found", "No")
            }
        }
        try await phone.deleteAccount(.password("right"))
        #expect(await phone.snapshot.allTasks.isEmpty)
        #expect(try await phone.deeds().isEmpty)
        #expect(await !phone.hasAccount)
        #expect(await phone.status.account != account)
        // Another process that holds the notebook sees it too.
        try await other.refresh()
        #expect(await other.snapshot.allTasks.isEmpty)
        #expect(await other.status.account == phone.status.account)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.at("phone"), includingPropertiesForKeys: nil)
        for file in files {
            let bytes = try Data(contentsOf: file)
            #expect(bytes.range(of: Data("almond".utf8)) == nil && bytes.range(of: Data("Never sent".utf8)) == nil)
        }
        let next = try await phone.add("Bread")
        try await phone.begin(on: server)
        #expect(await phone.sync().trouble == nil)
        #expect(standIn.account.slice.tasks[next]?.title == "Bread")
    }
}
