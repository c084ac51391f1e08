import DaybookCalendarIndex
import DaybookCore
import DaybookLedger

/// What a program wants of a resource, and on which condition.
package struct CalendarRequest: Sendable {
    package let account: Identifier
    package let device: Identifier
    package let address: Resource.Address
    package var condition = CalendarCondition()
    package var now = Instant.now()

    package init(_ account: Identifier, _ device: Identifier, at address: Resource.Address) {
        (self.account, self.device, self.address) = (account, device, address)
    }

    var listId: Identifier? { address.collection == .zero ? nil : address.collection }
}

/// If-Match and If-None-Match.
package struct CalendarCondition: Hashable, Sendable {
    /// `If-None-Match: *`.
    package var isNew = false
    /// The tags of If-Match with their quotation marks, of which one has to be the resource's; `*` is any.
    package var tags: [String]?

    package init(isNew: Bool = false, tags: [String]? = nil) { (self.isNew, self.tags) = (isNew, tags) }

    var isNone: Bool { !isNew && tags == nil }

    /// Whether what is there now lets it be done.
    func holds(for resource: Resource?, _ mark: CalendarMark) -> Bool {
        if isNew, resource != nil { return false }
        guard let tags else { return true }
        guard let resource else { return false }
        return tags.contains { $0 == "*" || CalendarTag.revision(of: $0, mark) == resource.shownRevision }
    }

    /// The state that it was made from.
    func revision(_ mark: CalendarMark) -> Int64? {
        tags?.compactMap { CalendarTag.revision(of: $0, mark) }.max()
    }
}

/// What became of it.
package enum CalendarOutcome: Sendable {
    /// There is a resource where none was. With the tag of what was sent, where that is what is served.
    case created(CalendarTag?)
    case changed(CalendarTag?)
    case deleted
    case notFound
    /// The resource is another than it was to be; what it is now.
    case conditionFailed(CalendarTag?)
    /// RFC 4791's `no-uid-conflict`: the task with this UID is there.
    case uidTaken(Resource.Address)
    /// There is another resource of this name already.
    case nameTaken
    /// It would empty the account, and the owner has not said that it may.
    case massDeleteUnconfirmed
}
