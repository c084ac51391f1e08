import DAV
import DaybookCore
import DaybookFormats

/// What a PROPPATCH, or what makes a calendar, says of it: fields of its list, or of the settings for the Inbox, and
/// which properties cannot be set. All of it is done or nothing.
struct CollectionPatch: Sendable {
    /// By wire name; null clears.
    private(set) var fields: [JSONMember] = []
    /// Each property once, in the order in which they came.
    private(set) var names: [Name] = []
    private(set) var refused: [Name: (status: UInt16, condition: Name?)] = [:]
    /// What it is to hold, where it says so.
    private(set) var kinds: Set<CalendarObject.Kind>?
    private(set) var isCalendar = false
    /// Where among the calendars it is to stand.
    private(set) var order: Int?

    /// - Parameters:
    ///   - kept: what clients have said of it so far.
    ///   - kinds: what only a new calendar takes may stand in it, and of these it may be made for.
    init(
        _ update: PropertyUpdate, on kept: KeptProperties, isInbox: Bool, newOf kinds: Set<CalendarObject.Kind>? = nil
    ) {
        var texts: [String: String?] = [:]
        for change in update.changes {
            if !names.contains(change.name) { names.append(change.name) }
            if let kinds, case .set(let element) = change, takeNew(element, of: kinds, on: kept, &texts) { continue }
            if Self.protected.contains(change.name) {
                refused[change.name] = (403, .dav("cannot-modify-protected-property"))
            } else {
                take(change, on: kept, isInbox: isInbox, &texts)
            }
        }
        let standing = kept.standing(after: texts)
        if standing.count > KeptProperties.most || standing.bytes > KeptProperties.mostBytes {
            for name in names where refused[name] == nil { refused[name] = (507, nil) }
        }
        for (field, text) in texts.sorted(by: { $0.key < $1.key }) {
            fields.append(JSONMember(field, text.map { .string($0) } ?? .null))
        }
    }

    private mutating func takeNew(
        _ element: Element, of possible: Set<CalendarObject.Kind>, on kept: KeptProperties,
        _ texts: inout [String: String?]
    ) -> Bool {
        switch element.name {
        case .dav("resourcetype"):
            isCalendar = element.first(.calDAV("calendar")) != nil
        case KeptProperties.components:
            let kinds = KeptProperties.kinds(element).intersection(possible)
            self.kinds = kinds
            // Of one for tasks alone, as of any, nothing has to be remembered.
            if kinds != [.todo], let field = kept.field(of: element.name) {
                texts[field] = .some(KeptProperties.stored(element))
            }
        default: return false
        }
        return true
    }

    private mutating func take(
        _ change: PropertyUpdate.Change, on kept: KeptProperties, isInbox: Bool, _ texts: inout [String: String?]
    ) {
        let name = change.name
        switch (name, change) {
        case (.dav("displayname"), .set(let element)):
            guard !isInbox, !element.word.isEmpty else {
                return refuse(name, 403, .dav("cannot-modify-protected-property"))
            }
            say(ListField.title.name, .string(element.text))
            return
        case (.dav("displayname"), .remove): return refuse(name, 403, .dav("cannot-modify-protected-property"))
        case (Name(.apple, "calendar-color"), .set(let element)):
            guard let hex = CalendarColor.hex(element.word) else { return refuse(name, 409, nil) }
            if !isInbox { say(ListField.colorHex.name, .string(hex)) }
        case (Name(.apple, "calendar-color"), .remove):
            if !isInbox { say(ListField.colorHex.name, .null) }
        case (CollectionOrder.name, .set(let element)):
            guard let number = Int(element.word) else { return refuse(name, 409, nil) }
            if !isInbox { order = number }
        default: break
        }
        guard let field = kept.field(of: name) else { return refuse(name, 507, nil) }
        switch change {
        case .set(let element): texts[field] = .some(KeptProperties.stored(element))
        case .remove: texts[field] = .some(nil)
        }
    }

    /// Once it is known which key that is.
    mutating func stand(at key: OrderKey) { say(ListField.sortOrder.name, .string(key.text)) }

    private mutating func say(_ field: String, _ value: JSONValue) {
        fields.removeAll { $0.name == field }
        fields.append(JSONMember(field, value))
    }

    private mutating func refuse(_ name: Name, _ status: UInt16, _ condition: Name?) {
        refused[name] = (status, condition)
    }

    /// What the server itself says of a calendar.
    private static let protected: Set<Name> = Set(
        [
            "resourcetype", "getetag", "getlastmodified", "creationdate", "getcontenttype", "getcontentlength", "owner",
            "sync-token", "acl", "current-user-principal", "current-user-privilege-set", "supported-report-set",
            "principal-collection-set", "quota-available-bytes", "quota-used-bytes", "supportedlock", "lockdiscovery",
            "principal-URL", "group-membership", "alternate-URI-set",
        ].map { Name.dav($0) }
            + [
                "supported-calendar-component-set", "supported-calendar-data", "supported-collation-set",
                "max-resource-size", "max-instances", "calendar-home-set", "calendar-user-address-set",
            ].map { Name.calDAV($0) } + [Name(.calendarServer, "getctag"), Name(.calendarServer, "source")])

    /// What became of each property.
    func respond(_ href: String, to document: inout Multistatus) {
        document.beginResponse(href)
        let done = names.filter { refused[$0] == nil }
        document.properties(done, refused.isEmpty ? 200 : 424)
        for name in names {
            if let refusal = refused[name] {
                document.properties([name], refusal.status, condition: refusal.condition)
            }
        }
        document.endResponse()
    }
}
