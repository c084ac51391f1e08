import DaybookCore
import HTTP

/// Names the state of a view: which rows it was made from, and for how long they look like that.
///
/// A client that holds a tag is told 304 by the account's clock alone: while the revision is the same and the time that
/// the tag itself names has not come, nothing can look different.
struct ViewTag: Hashable, Sendable {
    /// What besides rows a view follows.
    enum Clock: Sendable {
        case none
        /// The account's date.
        case day
        /// The date, and within it instants at which the view changes by itself.
        case time
    }

    let revision: Int64
    /// Of the account and of the database's history, of which a revision is one.
    let mark: UInt64
    var date: CalendarDate?
    var changesAt: Instant?

    init(_ account: Identifier, _ epoch: Identifier, revision: Int64, on date: CalendarDate?, changesAt: Instant?) {
        self.revision = revision
        mark = AccountHistory(account: account, epoch: epoch).mark
        self.date = date
        self.changesAt = changesAt
    }

    /// Nil for tags that are none of ours.
    init?(_ tag: EntityTag) {
        let parts = tag.state.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard parts.count == 4, let revision = Int64(parts[0], radix: 36), let mark = UInt64(parts[3], radix: 36) else {
            return nil
        }
        self.revision = revision
        self.mark = mark
        date = Int(parts[1], radix: 36).flatMap { CalendarDate(dayNumber: $0) }
        changesAt = Int64(parts[2], radix: 36).map { Instant(milliseconds: $0) }
    }

    var entityTag: EntityTag? {
        let day = date.map { String($0.dayNumber, radix: 36) } ?? ""
        let change = changesAt.map { String($0.milliseconds, radix: 36) } ?? ""
        return EntityTag("\(String(revision, radix: 36)).\(day).\(change).\(String(mark, radix: 36))")
    }

    /// Whether the view still looks as it did.
    func names(_ account: Identifier, _ epoch: Identifier, revision: Int64, on date: CalendarDate?, at now: Instant)
        -> Bool
    {
        self.revision == revision && mark == AccountHistory(account: account, epoch: epoch).mark && self.date == date
            && changesAt.map { now < $0 } ?? true
    }
}

extension Request {
    /// The tags that the client holds, as far as views made them, each as it was sent and as what it says.
    var heldViewTags: [(tag: EntityTag, view: ViewTag)] {
        guard fields.contains("if-none-match"),
            case .tags(let tags)? = EntityTagCondition(fields.values("if-none-match"))
        else { return [] }
        return tags.compactMap { tag in ViewTag(tag).map { (tag, $0) } }
    }
}
