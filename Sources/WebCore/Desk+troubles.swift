import DaybookCore
import DaybookDevice

extension Desk {
    private static let mostItems = 100

    /// Changes that gave way to others, the latest first.
    func writeLost(to writer: inout JSONWriter) {
        writeItems(book.troubles.lost, to: &writer) { writer, change in
            writer.member("id", change.opId)
            writer.member("entity", change.entity.name)
            writer.member("row", change.id)
            writer.member("title", title(of: change.entity, change.id) ?? "")
            writer.member("at", change.at)
            writer.member("conflicts", change.conflicts)
        }
    }

    /// Changes that the server will never take, the latest first.
    func writeRefused(to writer: inout JSONWriter) {
        writeItems(book.troubles.refused, to: &writer) { writer, change in
            let operation = change.operation
            let wanted = operation.fields.last { $0.name == "title" || $0.name == "name" }?.value
            writer.member("id", operation.opId)
            writer.member("entity", operation.entity.name)
            writer.member("row", operation.id)
            if case .string(let title)? = wanted {
                writer.member("title", title)
            } else {
                writer.member("title", title(of: operation.entity, operation.id))
            }
            writer.member("code", change.code)
            writer.member("sentence", change.sentence)
            writer.member("at", change.at)
        }
    }

    private func writeItems<Item>(
        _ items: [Item], to writer: inout JSONWriter, _ write: (inout JSONWriter, Item) -> Void
    ) {
        writer.member("total", items.count)
        writer.member("open", items.count)
        writer.member("completed", 0)
        writer.member("from", 0)
        writer.name("groups")
        writer.array([Int]()) { $0.integer($1) }
        writer.name("rows")
        writer.array([Int]()) { $0.integer($1) }
        writer.objects("items", items.reversed().prefix(Self.mostItems), write)
    }

    private func title(of entity: SyncOperation.Entity, _ id: Identifier) -> String? {
        switch entity {
        case .task: replica.view.tasks[id]?.title
        case .list: replica.view.lists[id]?.name
        case .settings: nil
        }
    }
}
