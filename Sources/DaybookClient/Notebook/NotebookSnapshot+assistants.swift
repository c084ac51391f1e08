import DaybookCore

extension NotebookSnapshot {
    /// What there is for an assistant: all but lists that are kept from assistants, and what lies in them.
    package var forAssistants: NotebookSnapshot {
        let hidden = Set(slice.lists.values.filter(\.isHiddenFromAgents).map(\.id))
        guard !hidden.isEmpty else { return self }
        var seen = slice
        seen.lists = slice.lists.filter { !hidden.contains($0.key) }
        seen.tasks = slice.tasks.filter { !($0.value.listId.map(hidden.contains) ?? false) }
        return NotebookSnapshot(moment: moment, status: status, slice: seen)
    }
}
