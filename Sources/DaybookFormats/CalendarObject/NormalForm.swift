/// What lines and components mean, whatever the order of parameters, the case of names and the escapes: two that mean
/// the same are equal in it.
enum NormalForm {
    private static let texts: Set<String> = [
        "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "STATUS", "CLASS", "NAME", "RELATED-TO",
        "X-WR-CALNAME",
    ]
    private static let lists: Set<String> = ["CATEGORIES", "RESOURCES"]
    /// Values in which the case of letters says nothing.
    private static let words: Set<String> = [
        "STATUS", "CLASS", "RRULE", "DTSTART", "DUE", "COMPLETED", "DURATION", "EXDATE", "TRIGGER", "ACTION", "TRANSP",
    ]

    /// Of a line, or of a component as text.
    static func of(_ text: String) -> String {
        if text.hasPrefix("BEGIN:"), let component = ObjectComponent(text: text) { return of(component) }
        guard let content = ContentLine(text, line: 0) else { return text }
        var parameters: [String] = []
        for parameter in content.parameters {
            // What everybody means who says nothing.
            if parameter.name == "VALUE", isDefault(parameter.values, of: content) { continue }
            if content.name == "RELATED-TO", parameter.name == "RELTYPE", parameter.values == ["PARENT"] { continue }
            parameters.append("\(parameter.name)=\(parameter.values.joined(separator: ","))")
        }
        parameters.sort()
        var value = content.value
        if lists.contains(content.name) {
            value = content.texts.joined(separator: "\u{1}")
        } else if texts.contains(content.name) {
            value = content.text
        }
        if content.name == "RRULE" { value = value.split(separator: ";").sorted().joined(separator: ";") }
        if words.contains(content.name) { value = value.uppercased() }
        return ([content.name] + parameters).joined(separator: ";") + ":" + value
    }

    private static func isDefault(_ values: [String], of content: ContentLine) -> Bool {
        switch content.name {
        case "DTSTART", "DUE", "EXDATE", "RECURRENCE-ID": values == ["DATE-TIME"]
        case "TRIGGER": values == ["DURATION"]
        default: values == ["TEXT"]
        }
    }

    /// Lines in whatever order.
    static func of(_ lines: [String]) -> [String] { lines.map { of($0) }.sorted() }

    /// A component with what is in it, in whatever order; what its writer says of itself does not count.
    static func of(_ component: ObjectComponent) -> String {
        let lines = component.lines.filter { !["DTSTAMP", "LAST-MODIFIED", "CREATED"].contains($0.name) }
        let parts = of(lines.map(\.text)) + component.components.map { of($0) }.sorted()
        return "BEGIN:\(component.name)\n" + parts.joined(separator: "\n") + "\nEND:\(component.name)"
    }
}

extension ObjectComponent {
    /// Line after line, unfolded.
    var text: String {
        (["BEGIN:\(name)"] + lines.map(\.text) + components.map(\.text) + ["END:\(name)"]).joined(separator: "\n")
    }

    /// Reads what ``text`` wrote; nil for anything else.
    init?(text: String) {
        var open: [ObjectComponent] = []
        for piece in text.split(separator: "\n") {
            guard let line = ObjectLine(String(piece)) else { return nil }
            switch line.name {
            case "BEGIN": open.append(ObjectComponent(line.value.uppercased()))
            case "END":
                guard let ended = open.popLast() else { return nil }
                guard let last = open.indices.last else {
                    self = ended
                    return
                }
                open[last].components.append(ended)
            default:
                guard let last = open.indices.last else { return nil }
                open[last].lines.append(line)
            }
        }
        return nil
    }
}
