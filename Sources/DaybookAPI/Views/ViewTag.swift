import DaybookCore
import HTTP

/// Names the state of a view: which rows it was made from, and for how long they look like that.
///
/// The account's clock alone decides whether a client with a tag is answered 304: while the revision is the same and
/// the time that the tag itself names has not come, nothing can look different.
struct ViewTag: Hashable, Sendable {
    /// What a view depends on besides rows.
    enum Clock: Sendable {
        case none
        /// The account's date.
        case day
        /// The date, and within it instants at which the view changes by itself.
        case time
    }

    let revision: Int64
    /// Identifies the account, the database's epoch in which the revision counts, and the language of the texts.
    let mark: UInt64
    var date: CalendarDate?
    var changesAt: Instant?

    init(
        _ account: Identifier, _ epoch: Identifier, revision: Int64, in language: Language, on date: CalendarDate?,
        changesAt: Instant?
    ) {
        self.revision = revision
        mark = Self.mark(account, epoch, language)
        self.date = date
        self.changesAt = changesAt
    }

    /// Nil for tags that this server did not make.
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
    func names(
        _ account: Identifier, _ epoch: Identifier, revision: Int64, in language: Language, on date: CalendarDate?,
        at now: Instant
    ) -> Bool {
        self.revision == revision && mark == Self.mark(account, epoch, language) && self.date == date
            && changesAt.map { now < $0 } ?? true
    }

    private static func mark(_ account: Identifier, _ epoch: Identifier, _ language: Language) -> UInt64 {
        AccountHistory(account: account, epoch: epoch).historyHash
            &+ UInt64(Language.allCases.firstIndex(of: language) ?? 0)
    }
}

extension Request {
    /// The client's tags that were made by views, each as it was sent and as it was read.
    var heldViewTags: [(tag: EntityTag, view: ViewTag)] {
        guard fields.contains("if-none-match"),
            case .tags(let tags)? = EntityTagCondition(fields.values("if-none-match"))
        else { return [] }
        return tags.compactMap { tag in ViewTag(tag).map { (tag, $0) } }
    }
}
