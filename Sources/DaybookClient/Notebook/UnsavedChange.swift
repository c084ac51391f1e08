import DaybookCore

/// A change that could not be written down. It holds what was wanted, so that nothing that was typed is lost.
///
/// Nothing of it is on the disk, shown, or sent later: the notebook is as it was before.
public struct UnsavedChange: Error, CustomStringConvertible {
    /// What was asked for, in its order; never empty.
    public let operations: [SyncOperation]
    /// What the disk said.
    public let cause: any Error

    package var operation: SyncOperation { operations[0] }

    /// What the person had written, in the order of writing: titles, names, notes, categories and tags. Empty where the
    /// change had no words, such as a completion.
    public var written: [String] {
        operations.flatMap { operation in
            operation.fields.flatMap { field -> [String] in
                guard Self.wordFields.contains(field.name) else { return [] }
                if case .string(let text) = field.value { return [text] }
                return (try? TaskItem.read(.tags, field.value))?.tags?.add ?? []
            }
        }
    }

    public var description: String { "This could not be saved on this device: \(cause)" }

    private static let wordFields: Set<String> = ["title", "name", "notes", "category", "tags"]
}
