import DaybookCore

/// A change that the server will never take. It is kept until somebody has seen it: what was typed is not lost.
public struct RefusedChange: Hashable, Sendable {
    /// What was wanted.
    public let operation: SyncOperation
    /// A stable word: of the protocol, or the problem's code.
    public let code: String
    /// The reason in words.
    public let sentence: String
    /// When this device was told.
    public let at: Instant

    package init(operation: SyncOperation, code: String, sentence: String, at: Instant) {
        self.operation = operation
        self.code = code
        self.sentence = sentence
        self.at = at
    }
}

/// A change that did not get its way in some fields.
public struct LostChange: Hashable, Sendable {
    /// The change that lost.
    public let opId: Identifier
    /// What kind of row.
    public let entity: SyncOperation.Entity
    /// Which row.
    public let id: Identifier
    /// When this device was told.
    public let at: Instant
    /// The fields, each with mine and theirs; never empty.
    public let conflicts: [Conflict]

    package init(
        opId: Identifier, entity: SyncOperation.Entity, id: Identifier, at: Instant, conflicts: [Conflict]
    ) {
        self.opId = opId
        self.entity = entity
        self.id = id
        self.at = at
        self.conflicts = conflicts
    }
}

/// What a server said of changes, where that is other than wished.
package struct Troubles: Hashable, Sendable {
    /// Changes that it will never take, and that nobody has looked at yet, the latest last.
    package var refused: [RefusedChange] = []
    /// Changes that gave way to others, the latest last.
    package var lost: [LostChange] = []

    package init() {}

    /// How many lost changes are kept.
    package static let mostLost = 1000

    /// Of a page's outcomes.
    package init(of resolutions: [Replica.Resolution], at now: Instant) {
        for resolution in resolutions {
            let operation = resolution.operation
            if case .rejected(let rejection) = resolution.outcome {
                refused.append(
                    RefusedChange(
                        operation: operation, code: rejection.code.rawValue, sentence: rejection.sentence, at: now))
            }
            let conflicts = resolution.outcome.conflicts
            guard !conflicts.isEmpty else { continue }
            lost.append(
                LostChange(
                    opId: operation.opId, entity: operation.entity, id: operation.id, at: now, conflicts: conflicts))
        }
    }

    /// Takes note of a write, as it happens or when it is read again.
    package mutating func take(_ write: Write) {
        refused += write.troubles.refused
        lost += write.troubles.lost
        lost.removeAll { write.erased.contains($0.id) }
        if !write.seen.isEmpty {
            refused.removeAll { write.seen.contains($0.operation.opId) }
            lost.removeAll { write.seen.contains($0.opId) }
        }
        if lost.count > Self.mostLost { lost.removeFirst(lost.count - Self.mostLost) }
    }
}
