import DaybookCore

/// A list as a file describes it.
package struct ListDraft: Hashable, Sendable {
    package var name: SourceName
    package var line: Int
    /// The list's name.
    package var title = ""
    package var colorHex: String?
    package var createdAt: Instant?
    package var updatedAt: Instant?
    package var sortOrder: OrderKey?
    /// What a saved filter shows.
    package var filter: String?
    package var deletedAt: Instant?
    package var unknown: [JSONMember] = []

    package init(_ name: SourceName, line: Int, title: String = "") {
        self.name = name
        self.line = line
        self.title = title
    }
}

/// The settings of the account that was exported, in wire form. They fill in what the account that reads them has never
/// decided for itself.
package struct SettingsDraft: Hashable, Sendable {
    package var fields: [JSONMember]

    package init(_ fields: [JSONMember]) { self.fields = fields }
}
