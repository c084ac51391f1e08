import DAV
import DaybookCore
import DaybookFormats

/// What a calendar alone has.
struct CollectionProperties: Sendable {
    let seen: SeenCollection
    let facts: AccountFacts

    private var kept: KeptProperties { facts.properties(of: seen) }

    /// The state of all that it shows: a change in one calendar wakes nobody who reads another.
    var state: String { seen.token(seen.state) }

    /// Writes a property with its value. False where there is none.
    func write(_ name: Name, to xml: inout XMLWriter) -> Bool {
        switch name {
        case .dav("sync-token"), Name(.calendarServer, "getctag"): xml.element(name, state)
        case .dav("getetag"): xml.element(name, seen.tag)
        case .dav("getcontenttype"): xml.element(name, "text/calendar; charset=utf-8")
        case .dav("creationdate"):
            xml.element(name, "\(seen.list?.createdAt ?? facts.createdAt)")
        case .dav("getlastmodified"):
            guard let list = seen.list else { return false }
            xml.element(name, list.modifiedAt.httpDate)
        case .calDAV("supported-calendar-component-set"):
            xml.open(name)
            for kind in CalendarObject.Kind.allCases where seen.kinds.contains(kind) {
                xml.raw("<C:comp name=\"\(kind.rawValue)\"/>")
            }
            xml.close(name)
        case .calDAV("supported-calendar-data"):
            xml.open(name)
            xml.raw("<C:calendar-data content-type=\"text/calendar\" version=\"2.0\"/>")
            xml.close(name)
        case .calDAV("supported-collation-set"):
            xml.open(name)
            for collation in TextMatch.Collation.allCases {
                xml.open(.calDAV("supported-collation"))
                xml.text(collation.rawValue)
                xml.close(.calDAV("supported-collation"))
            }
            xml.close(name)
        case .calDAV("max-resource-size"): xml.element(name, "\(CalendarObject.longest)")
        case .calDAV("max-instances"): xml.element(name, "\(CalendarObject.mostOverrides)")
        case Name(.calendarServer, "source"): return false
        case Name(.apple, "calendar-color"): return writeColor(name, to: &xml)
        case CollectionOrder.name: return writeOrder(to: &xml)
        default:
            guard let element = kept.element(name) else { return false }
            xml.write(element)
        }
        return true
    }

    /// As a client numbered it while it stands there; else its rank.
    private func writeOrder(to xml: inout XMLWriter) -> Bool {
        guard let list = seen.list else {
            guard let kept = kept.element(CollectionOrder.name) else { return false }
            xml.write(kept)
            return true
        }
        xml.element(CollectionOrder.name, "\(CollectionOrder.number(list) ?? seen.collection.rank)")
        return true
    }

    /// As the client said it while that is the list's color; else the list's.
    private func writeColor(_ name: Name, to xml: inout XMLWriter) -> Bool {
        let kept = kept.element(name)
        guard let list = seen.list else {
            guard let kept else { return false }
            xml.write(kept)
            return true
        }
        guard let color = list.colorHex else { return false }
        if let kept, CalendarColor.hex(kept.word) == color { xml.write(kept) } else { xml.element(name, color) }
        return true
    }
}

/// Colors as clients write them: `#RRGGBB`, or with how opaque they are behind it, or one of the names that every
/// browser knows.
enum CalendarColor {
    static func hex(_ text: String) -> String? {
        if let named = names[text.lowercased()] { return named }
        guard text.hasPrefix("#"), [7, 9].contains(text.utf8.count),
            text.dropFirst().allSatisfy({ $0.isHexDigit && $0.isASCII })
        else { return nil }
        return text.prefix(7).uppercased()
    }

    /// The basic ones (CSS Color, 6.1).
    private static let names = [
        "black": "#000000", "silver": "#C0C0C0", "gray": "#808080", "white": "#FFFFFF", "maroon": "#800000",
        "red": "#FF0000", "purple": "#800080", "fuchsia": "#FF00FF", "green": "#008000", "lime": "#00FF00",
        "olive": "#808000", "yellow": "#FFFF00", "navy": "#000080", "blue": "#0000FF", "teal": "#008080",
        "aqua": "#00FFFF", "orange": "#FFA500",
    ]
}
