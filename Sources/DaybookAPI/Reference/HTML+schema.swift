import DaybookAccounts
import DaybookCore
import DaybookHost

/// JSON Schema in few words.
extension HTML {
    /// The type as a phrase: a link to a named one, else what it is made of.
    mutating func type(of schema: JSONValue) {
        // `#/components/schemas/NAME`, or something inside of it.
        if let path = schema["$ref"]?.text?.split(separator: "/"), path.count > 3 {
            let inner = path.dropFirst(4).filter { $0 != "properties" }
            return element(
                "a", [("href", "#schema-\(path[3])")], ([path[3]] + inner).joined(separator: "."))
        }
        for keyword in ["oneOf", "anyOf", "allOf"] {
            guard let choices = schema[keyword]?.items, !choices.isEmpty else { continue }
            for (index, choice) in choices.enumerated() {
                if index > 0 { text(keyword == "allOf" ? " and " : " or ") }
                type(of: choice)
            }
            return
        }
        if let constant = schema["const"] { return element("code", constant.compactText) }
        if let values = schema["enum"]?.items {
            for (index, value) in values.enumerated() {
                if index > 0 { text(" | ") }
                element("code", value.compactText)
            }
            return
        }
        let names = schema["type"].map { $0.text.map { [$0] } ?? $0.items.compactMap(\.text) } ?? []
        text(names.joined(separator: " or "))
        if let format = schema["format"]?.text { text(" (\(format))") }
        if names.contains("array"), let items = schema["items"] {
            text(" of ")
            type(of: items)
        }
        if schema["properties"] != nil {
            text(" { \(schema["properties"]?.members.map(\.name).joined(separator: ", ") ?? "") }")
        }
        let limits = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "default"]
        let known = limits.compactMap { name in schema[name].map { "\(name) \($0.compactText)" } }
        if !known.isEmpty { element("span", [("class", "soft")], " \(known.joined(separator: ", "))") }
    }

    /// A named schema: its members as a table, or its type.
    mutating func schema(_ schema: JSONValue) {
        prose(schema["description"]?.text ?? "")
        guard let properties = schema["properties"]?.members, !properties.isEmpty else {
            return element("p") { $0.type(of: schema) }
        }
        let required = Set((schema["required"]?.items ?? []).compactMap(\.text))
        table(["Member", "Type", "Meaning"], properties) { page, property in
            page.element("td") { page in
                page.element("code", property.name)
                if required.contains(property.name) { page.element("span", [("class", "soft")], " always") }
            }
            page.element("td") { $0.type(of: property.value) }
            page.element("td") { $0.prose(property.value["description"]?.text ?? "") }
        }
    }

    /// Text as the API document writes it.
    mutating func prose(_ text: String) { Markdown(text, address: Guide.address).write(to: &self) }

    /// A table that is scrolled by itself where the screen is narrow.
    mutating func table<Row>(_ heads: [String], _ rows: some Sequence<Row>, _ write: (inout HTML, Row) -> Void) {
        element("div", [("class", "wide")]) { page in
            page.element("table") { page in
                if !heads.isEmpty { page.heads(heads) }
                page.element("tbody") { page in
                    for row in rows { page.element("tr") { write(&$0, row) } }
                }
            }
        }
    }

    mutating func example(_ value: JSONValue) {
        element("details") { page in
            page.element("summary", "Example")
            page.element("pre") { $0.element("code", value.text ?? value.indentedText) }
        }
    }
}

extension JSONValue {
    /// On one line.
    package var compactText: String {
        var json = JSONWriter()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// One member a line, as people write it.
    package var indentedText: String {
        var json = JSONWriter(pretty: true)
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
