import DaybookCore
import Testing

@testable import DaybookClient

/// Putting tasks into an order of one's own.
extension NotebookTests {
    private func order(_ notebook: Notebook) async -> [Identifier] {
        await notebook.view.tasks.values.filter { !$0.isDeleted }
            .sorted { OrderPlace($0.sortOrder, $0.id) < OrderPlace($1.sortOrder, $1.id) }.map(\.id)
    }

    /// Equal keys, and keys at both ends of the key space.
    @Test(arguments: [["V", "V", "V", "V"], ["0", "00", "zz", String(repeating: "z", count: 255)]])
    func aTaskIsPlacedWhateverTheKeys(keys: [String]) async throws {
        let phone = try await begun("phone")
        for key in keys {
            let task = try await phone.add("t")
            try await phone.edit(task, [JSONMember("sortOrder", .string(key))])
        }
        let moved = try await phone.add("moved")
        for place in 0...keys.count {
            let others = await order(phone).filter { $0 != moved }
            let view = await order(phone).compactMap { id in id }
            var tasks: [TaskItem] = []
            for id in view { if let task = await phone.task(id) { tasks.append(task) } }
            try await phone.place(moved, after: place > 0 ? others[place - 1] : nil, in: tasks)
            var wanted = others
            wanted.insert(moved, at: place)
            #expect(await order(phone) == wanted, "\(place)")
        }
    }
}
