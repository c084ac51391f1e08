import DaybookCore
import DaybookDevice

/// Something that was done on this device.
public struct LocalChange: Hashable, Sendable {
    package let deed: Deed
    /// Whether it was taken back, or takes another one back: what it did by itself is not so any more.
    public let wasUndone: Bool

    /// Whether it takes back another one, or does again what was taken back.
    package var undoes: Bool { deed.undoes != nil }

    /// Its identifier, which `Notebook.undo` takes.
    public var opId: Identifier { deed.opId }
    /// When it was done.
    public var at: Instant { deed.at }
    /// What was done first, then what followed from it, each with what it replaced.
    package var entries: [LedgerEntry] { deed.entries }
    /// What was done first, then what followed from it.
    public var operations: [SyncOperation] { entries.map(\.operation) }
    /// Whether what was done made its task or its list.
    public var isAddition: Bool { entries.first?.created ?? false }

    init(_ deed: Deed, among deeds: Deeds) {
        self.deed = deed
        wasUndone = deed.undoes != nil || !deeds.stands(deed)
    }
}

extension Notebook {
    /// What was done on this device, the latest first.
    public func deeds(limit: Int = 50) throws -> [LocalChange] {
        try refresh()
        let deeds = stored.book.deeds
        // Of what was done to tasks that were erased since, nothing is left to be told.
        let told = deeds.all.filter { !$0.entries.isEmpty || $0.undoes != nil }
        return told.suffix(limit).reversed().map { LocalChange($0, among: deeds) }
    }

    /// Takes back the last thing that was done here and not undone yet, or a certain one. What somebody changed since
    /// stays and is named. Nil when there is nothing to take back.
    public func undo(_ opId: Identifier? = nil) async throws -> (deed: LocalChange, kept: [UndoPlan.Kept])? {
        try await takeBack(opId) { $0.undoTarget }
    }

    /// Does again what the last `undo` took back, unless something else was done since. What somebody changed since
    /// stays and is named. Nil when there is nothing to do again.
    ///
    /// - Returns: what was done again.
    public func redo() async throws -> (deed: LocalChange, kept: [UndoPlan.Kept])? {
        try await takeBack { $0.redoTarget }
    }

    /// Answers the deed that was named, or what was done first where it has been undone and done again since.
    private func takeBack(
        _ named: Identifier? = nil, or last: (Deeds) -> Deed?
    ) async throws -> (deed: LocalChange, kept: [UndoPlan.Kept])? {
        try await time.insisting {
            try refresh()
            let deeds = stored.book.deeds
            guard let deed = named.map({ deeds.open($0) }) ?? last(deeds) else { return nil }
            let step = try performOnce { book, now throws(Refused) in try book.undo(deed.opId, at: now) }
            return (LocalChange(named == nil ? deeds.origin(of: deed) : deed, among: deeds), step.kept)
        }
    }
}
