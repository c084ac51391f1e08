import DAV
import DaybookCore
import DaybookFormats

/// What clients have said of a collection and Daybook knows nothing of: fields of the list, or for the Inbox of the
/// settings, each with a clock of its own as any other field.
struct KeptProperties: Sendable {
    private let unknown: UnknownFields
    private let prefix: String

    init(_ list: TaskList) { (unknown, prefix) = (list.unknown, "ics:") }

    init(ofInbox settings: UnknownFields) { (unknown, prefix) = (settings, "ics:inbox:") }

    /// The longest name of a field.
    private static let longestName = 96
    static let most = 40
    static let mostBytes = 16 << 10

    /// The field of a property; nil where its name is too long to be kept.
    func field(of name: Name) -> String? {
        let field =
            switch name.namespace {
            case .calDAV, .apple: prefix + name.local
            case let namespace: prefix + "{\(namespace.uri)}" + name.local
            }
        return field.utf8.count <= Self.longestName ? field : nil
    }

    /// As the client sent it.
    func element(_ name: Name) -> Element? {
        field(of: name).flatMap { unknown[$0] }.flatMap(Self.element)
    }

    func text(_ name: Name) -> String? { element(name)?.text }

    /// A calendar may say in which zone times without one are.
    var zone: Zone? {
        if let name = text(.calDAV("calendar-timezone-id")), let zone = Zone(name) { return zone }
        guard let text = text(.calDAV("calendar-timezone")),
            let line = text.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("TZID:") })
        else { return nil }
        return Zone(String(line.dropFirst(5)))
    }

    /// When it was said.
    func clock(_ name: Name) -> HybridTime? { field(of: name).flatMap { unknown[$0]?.clock } }

    var all: [Element] {
        unknown.entries.filter { $0.name.hasPrefix(prefix) && (prefix != "ics:" || !$0.name.hasPrefix("ics:inbox:")) }
            .compactMap(Self.element).filter { $0.name != Self.components }
    }

    /// What it was made to hold. Without a word of that, and where that names tasks alone, tasks.
    var kinds: Set<CalendarObject.Kind> { element(Self.components).map(Self.kinds) ?? [.todo] }

    static let components = Name.calDAV("supported-calendar-component-set")

    static func kinds(_ set: Element) -> Set<CalendarObject.Kind> {
        Set(
            set.children.compactMap { component in
                component.attribute("name").flatMap { CalendarObject.Kind(rawValue: $0.uppercased()) }
            })
    }

    /// How many fields there are, and how many bytes of them, once these are written.
    func standing(after changes: [String: String?]) -> (count: Int, bytes: Int) {
        var texts: [String: Int] = [:]
        for entry in unknown.entries where entry.name.hasPrefix(prefix) {
            if case .string(let text) = entry.value { texts[entry.name] = text.utf8.count }
        }
        for (name, text) in changes { texts[name] = text?.utf8.count }
        return (texts.count, texts.values.reduce(0, +))
    }

    private static func element(_ entry: UnknownFields.Entry) -> Element? {
        guard case .string(let text) = entry.value, let whole = try? XMLReader.read(Array(text.utf8)) else {
            return nil
        }
        return whole.children.first { _ in true }
    }

    /// As it is kept.
    static func stored(_ element: Element) -> String {
        var xml = XMLWriter()
        xml.begin("D:x", declaring: true)
        xml.write(element)
        xml.end("D:x")
        return String(decoding: xml.bytes, as: UTF8.self)
    }
}
