/// A change on its way through the one door: what some author did to one row at one time.
///
/// The same `opId` is the same operation for ever; sent again it is answered with what was decided the first time.
public struct SyncOperation: Hashable, Sendable {
    /// Its own identifier.
    public var opId: Identifier
    /// The row; for settings the account's own identifier.
    public var id: Identifier
    /// The clock of the action, with the device that did it.
    package var at: HybridTime
    /// What it does to the row.
    public var kind: Kind
    /// Only what changed: absent is untouched, null is cleared.
    package var change: Change
    /// On an explicit reopening: the clock of the completion that the user saw, as the server told it. Where the server
    /// makes or takes back an occurrence: the clock of what that follows from.
    package var reopens: HybridTime?
    /// How far the device had read when the change was made. A row that has not changed since was seen whole, so the
    /// change wins over all that it holds, whatever the clocks say. The ledger does not keep it: what follows from it
    /// is the clock.
    package var base: SyncCursor?
    /// The greatest clock of the row as the device had read it, as the server told it. The change comes after it, also
    /// where others changed the row since.
    package var after: HybridTime?
    /// On a next occurrence that a device has concluded itself: the completion it follows from. Where the occurrence is
    /// there by now, nothing is done.
    package var cause: Identifier?
    /// What the server concluded it for; nil for what people do. Devices never tell it.
    package var purpose: Identifier.Purpose?
    /// `at` is the clock that the server gave the operation when it came first, and is not corrected again: a server
    /// that comes back from a backup must not put what it forgot behind what was made after it.
    package var isCorrected = false

    package init(
        opId: Identifier, entity: Entity = .task, id: Identifier, at: HybridTime, kind: Kind = .set,
        fields: [JSONMember] = [], reopens: HybridTime? = nil, base: SyncCursor? = nil,
        cause: Identifier? = nil
    ) {
        self.init(opId: opId, id: id, at: at, kind: kind, Change(entity, fields), reopens: reopens)
        self.base = base
        self.cause = cause
    }

    package init(
        opId: Identifier, id: Identifier, at: HybridTime, kind: Kind = .set, _ change: Change,
        reopens: HybridTime? = nil
    ) {
        self.opId = opId
        self.id = id
        self.at = at
        self.kind = kind
        self.change = change
        self.reopens = reopens
    }

    /// What kind of row it changes.
    public enum Entity: UInt8, Hashable, Sendable, CaseIterable {
        /// A task, a list, or the account's settings.
        case task, list, settings

        /// The protocol's word for it.
        public var name: String {
            switch self {
            case .task: "task"
            case .list: "list"
            case .settings: "settings"
            }
        }

        package init?(name: String) {
            guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = value
        }
    }

    /// What it does to the row.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// Sets fields, deletes the row, or brings it back.
        case set, delete, restore

        /// The protocol's word for it.
        public var name: String {
            switch self {
            case .set: "set"
            case .delete: "delete"
            case .restore: "restore"
            }
        }

        package init?(name: String) {
            guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = value
        }
    }
}
