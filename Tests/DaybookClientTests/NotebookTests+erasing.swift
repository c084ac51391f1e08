import Foundation
import Testing

@testable import DaybookClient
@testable import DaybookCore

/// A task that is erased for good leaves nothing of its words on any device.
extension NotebookTests {
    /// The server, as far as a device sees it: the task comes as a deleted one that says nothing.
    private func erasing(_ task: Identifier, by device: Identifier) {
        let standIn = standIn
        standIn.state.withLock { state in
            state.others = { call in
                guard call.method == "POST", call.path == "/v1/tasks/\(task.text)/erasure" else {
                    return StandIn.problem(404, "not_found", "No")
                }
                standIn.state.withLock { state in
                    let last = state.account.slice.tasks[task]?.lastChange ?? HybridTime(state.now, device: device)
                    let fields = [
                        JSONMember("title", "•••"), JSONMember("notes", .null), JSONMember("tags", .array([])),
                    ]
                    let blank = SyncOperation(
                        opId: Identifier(high: 1, low: 1), id: task, at: last.successor(device: device), fields: fields)
                    let gone = SyncOperation(
                        opId: Identifier(high: 1, low: 2), id: task, at: blank.at.successor(device: device),
                        kind: .delete)
                    _ = state.account.push(Push(operations: [blank, gone]), now: state.now)
                    // No operation could say it.
                    state.account.slice.tasks[task]?.title = TaskItem.erasedTitle
                }
                let receipt = """
                    {"id":"\(task.text)","erasedAt":"2026-11-21T09:15:00.123Z","device":null,
                    "removed":{"lines":3,"searchPages":0,"octets":0},"series":2,"outOfReach":["backups"]}
                    """
                return HTTPAnswer(status: 200, body: Array(receipt.utf8))
            }
        }
    }

    private func words(in name: String, _ word: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(at: folder.at(name), includingPropertiesForKeys: nil)
            .contains { try Data(contentsOf: $0).range(of: Data(word.utf8)) != nil }
    }

    @Test func anErasedTaskLeavesNoWordOnAnyDevice() async throws {
        let (phone, laptop) = (try await begun("phone"), try await begun("laptop"))
        let task = try await phone.add("Milk of the almond")
        let other = try await phone.add("Bread of the wholemeal")
        try await phone.edit(task) { $0.notes = "almond notes" }
        await phone.sync()
        await laptop.sync()
        try await laptop.edit(task) { $0.title = "almond again" }
        try await laptop.edit(other) { $0.notes = "wholemeal notes" }
        for notebook in [laptop, phone] { await notebook.sync() }
        #expect(try words(in: "phone", "almond") && words(in: "laptop", "almond"))
        erasing(task, by: await phone.status.device)
        let receipt = try await phone.erase(task)
        #expect(receipt.task == task && receipt.lines == 3 && receipt.ofSeries == 2)
        await laptop.sync()
        for (notebook, name) in [(phone, "phone"), (laptop, "laptop")] {
            #expect(await notebook.task(task)?.isErased == true, "\(name)")
            #expect(try !words(in: name, "almond"), "\(name)")
            #expect(try words(in: name, "wholemeal"), "\(name)")
            #expect(
                try await notebook.deeds().allSatisfy {
                    !$0.operations.isEmpty && $0.operations.allSatisfy { $0.id != task }
                })
            #expect(await notebook.status.trouble == nil)
        }
        // Everything else can still be taken back.
        #expect(try await laptop.undo() != nil)
        #expect(await laptop.task(other)?.notes == nil)
        #expect(try await phone.undo() != nil)
    }

    @Test func whatTheServerDoesNotEraseStaysAsItIs() async throws {
        let phone = try await begun("phone")
        let task = try await phone.add("Milk")
        await phone.sync()
        await #expect(throws: EntryFailure.self) { try await phone.erase(task) }
        #expect(await phone.task(task)?.title == "Milk")
        let alone = try notebook("alone")
        let own = try await alone.add("Bread")
        await #expect(throws: EntryFailure.alone) { try await alone.erase(own) }
    }

    /// Nobody can type the title of an erased task: what stands around a title is cut off.
    @Test(arguments: ["•••", TaskItem.erasedTitle]) func aTaskThatSomebodyNamesLikeAnErasedOneIsTheirs(
        _ title: String
    ) async throws {
        let (phone, laptop) = (try await begun("phone"), try await begun("laptop"))
        let task = try await phone.add(title)
        for notebook in [phone, laptop] { await notebook.sync() }
        try await phone.delete(task)
        for notebook in [phone, laptop] { await notebook.sync() }
        for notebook in [phone, laptop] { #expect(await notebook.task(task)?.isErased == false) }
        #expect(try await phone.undo() != nil)
        await phone.sync()
        await laptop.sync()
        #expect(await laptop.task(task)?.title == "•••")
        #expect(await laptop.task(task)?.isDeleted == false)
    }
}
