/// A change on its way through the one door: what some author did to one row at one time.
///
/// The same `opId` is the same operation for ever; sent again it is answered with what was decided the first time.
public struct Operation: Hashable, Sendable {
    public var opId: Identifier
    public var entity: Entity
    /// The row; for settings the account's own identifier.
    public var id: Identifier
    /// The clock of the action, with the device that did it.
    public var at: HybridTime
    public var kind: Kind
    /// Only what changed, in wire form: absent is untouched, null is cleared.
    public var fields: [JSONMember]
    /// On an explicit reopening: the clock of the completion that the user saw.
    public var reopens: HybridTime?

    public init(
        opId: Identifier, entity: Entity = .task, id: Identifier, at: HybridTime, kind: Kind = .set,
        fields: [JSONMember] = [], reopens: HybridTime? = nil
    ) {
        self.opId = opId
        self.entity = entity
        self.id = id
        self.at = at
        self.kind = kind
        self.fields = fields
        self.reopens = reopens
    }

    public enum Entity: UInt8, Hashable, Sendable, CaseIterable {
        case task, list, settings

        public var name: String {
            switch self {
            case .task: "task"
            case .list: "list"
            case .settings: "settings"
            }
        }

        public init?(name: String) {
            guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = value
        }
    }

    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case set, delete, restore

        public var name: String {
            switch self {
            case .set: "set"
            case .delete: "delete"
            case .restore: "restore"
            }
        }

        public init?(name: String) {
            guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = value
        }
    }
}
