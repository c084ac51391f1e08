import DaybookCore

/// A list as a file describes it.
public struct ListDraft: Hashable, Sendable {
    public var name: SourceName
    public var line: Int
    /// The list's name.
    public var title = ""
    public var colorHex: String?
    public var createdAt: Instant?
    public var updatedAt: Instant?
    public var sortOrder: OrderKey?
    public var deletedAt: Instant?
    public var unknown: [JSONMember] = []

    public init(_ name: SourceName, line: Int, title: String = "") {
        self.name = name
        self.line = line
        self.title = title
    }
}

/// The settings of the account that was exported, in wire form. They fill in what the account that reads them has never
/// decided for itself.
public struct SettingsDraft: Hashable, Sendable {
    public var fields: [JSONMember]

    public init(_ fields: [JSONMember]) { self.fields = fields }
}
