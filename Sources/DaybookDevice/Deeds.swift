import DaybookCore

/// What was done on a device, as far as it is remembered, the latest last. An undoing is a deed too, and what takes an
/// undoing back does again what that took back.
package struct Deeds: Hashable, Sendable {
    package private(set) var all: [Deed]

    /// What the last one left no room for. It comes back where the disk does not take that one.
    private var pushedOut: [Deed] = []

    package static let most = 500
    /// Of all deeds together.
    package static let mostEntries = 5000

    package init(_ all: [Deed] = []) { self.all = all }

    /// Takes note of a write, as it happens or when it is read again. Answers the deeds that have other clocks now.
    @discardableResult
    package mutating func take(_ write: Write) -> [Deed] {
        // Answered operations have the clocks that the server gave them.
        let given = ReplicaEdit.clocksGiven(in: write.edits)
        var moved: [Deed] = []
        pushedOut = []
        if !given.isEmpty {
            for index in all.indices where all[index].take(given) { moved.append(all[index]) }
        }
        for index in all.indices where all[index].forget(write.erased) { moved.append(all[index]) }
        if let deed = write.deed { add(deed) }
        // A refused change was not done, so there is nothing to take back, and it took nothing back.
        for refused in write.troubles.refused { forget(refused.operation.opId) }
        return moved
    }

    private mutating func add(_ deed: Deed) {
        if let undone = deed.undoes { mark(undone, undoneBy: deed.opId) }
        all.append(deed)
        var entries = all.reduce(0) { $0 + $1.entries.count }
        while all.count > Self.most || (entries > Self.mostEntries && all.count > 1) {
            let oldest = all.removeFirst()
            entries -= oldest.entries.count
            pushedOut.append(oldest)
        }
    }

    private mutating func forget(_ opId: Identifier) {
        guard let index = all.lastIndex(where: { $0.opId == opId }) else { return }
        if let undone = all[index].undoes { mark(undone, undoneBy: nil) }
        all.remove(at: index)
    }

    private mutating func mark(_ opId: Identifier, undoneBy: Identifier?) {
        guard let index = all.lastIndex(where: { $0.opId == opId }) else { return }
        all[index].undoneBy = undoneBy
    }

    /// The last deed was never done.
    mutating func withdrawLast() {
        guard let last = all.popLast() else { return }
        all.insert(contentsOf: pushedOut, at: 0)
        pushedOut = []
        if let undone = last.undoes { mark(undone, undoneBy: nil) }
    }

    // MARK: What can be taken back

    private func deed(_ opId: Identifier) -> Deed? { all.first { $0.opId == opId } }

    /// What was done first, where a deed takes back an undoing of it.
    package func origin(of deed: Deed) -> Deed {
        var first = deed
        while let earlier = first.undoes.flatMap({ self.deed($0) }) { first = earlier }
        return first
    }

    /// Whether what a deed did still is so, by what is remembered: its undoing may have been taken back in turn. An
    /// undoing stands or falls with what it took back: both together are nothing.
    package func stands(_ deed: Deed) -> Bool { stands(origin(of: deed), before: all.endIndex) }

    /// The same when only so many deeds had been done. An origin that undoes something undoes what is forgotten, and
    /// that stood before.
    private func stands(_ origin: Deed, before end: Int) -> Bool {
        var stands = origin.undoes != nil
        guard all[..<end].contains(where: { $0.opId == origin.opId }) else { return stands }
        stands.toggle()
        var next = origin.undoneBy
        while let opId = next {
            let place = all.firstIndex { $0.opId == opId }
            guard place.map({ $0 < end }) ?? true else { break }
            stands.toggle()
            next = place.flatMap { all[$0].undoneBy }
        }
        return stands
    }

    /// A deed that can be taken back.
    package func open(_ opId: Identifier) -> Deed? {
        guard let deed = deed(opId), deed.isOpen else { return nil }
        return deed
    }

    /// What came after a deed and is nothing by now: it was done and taken back, or taken back and done again. That is
    /// no change since.
    func passed(after deed: Deed) -> [Deed] {
        guard let place = all.firstIndex(where: { $0.opId == deed.opId }) else { return [] }
        return all[(place + 1)...].filter { later in
            let origin = origin(of: later)
            return stands(origin, before: place + 1) == stands(origin, before: all.endIndex)
        }
    }

    /// What `undo` takes back: the last thing that was done, or done again, and stands.
    package var undoTarget: Deed? { all.last { $0.undoneBy == nil && !$0.entries.isEmpty && stands($0) } }

    /// What `redo` takes back: the last undoing, unless something else was done since.
    package var redoTarget: Deed? {
        for deed in all.reversed() {
            if deed.undoes == nil { return nil }
            if deed.undoneBy == nil, !deed.entries.isEmpty, !stands(deed) { return deed }
        }
        return nil
    }
}
