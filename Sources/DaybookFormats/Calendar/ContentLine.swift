/// One line of iCalendar, unfolded: a name, parameters, a value.
struct ContentLine: Hashable, Sendable {
    let name: String
    let parameters: [Parameter]
    private(set) var value: String
    /// Where in the file it begins.
    let line: Int

    struct Parameter: Hashable, Sendable {
        let name: String
        let values: [String]
    }

    subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.values.first }

    /// Nil for text that is not a content line. Names count in either case. Separators are found scalar by scalar, so a
    /// mark that combines with one belongs to the value.
    init?(_ text: String, line: Int) {
        var rest = text.unicodeScalars[...]
        guard let end = rest.firstIndex(where: { $0 == ":" || $0 == ";" }), end != rest.startIndex else { return nil }
        name = String(rest[..<end]).uppercased()
        rest = rest[end...]
        var parameters: [Parameter] = []
        while rest.first == ";" {
            rest = rest.dropFirst()
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let name = String(rest[..<equals]).uppercased()
            rest = rest[rest.index(after: equals)...]
            var values: [String] = []
            while true {
                guard let value = Self.value(&rest) else { return nil }
                values.append(value)
                guard rest.first == "," else { break }
                rest = rest.dropFirst()
            }
            parameters.append(Parameter(name: name, values: values))
        }
        guard rest.first == ":" else { return nil }
        self.parameters = parameters
        value = String(rest.dropFirst())
        self.line = line
    }

    /// A parameter's value, in quotes where it holds what separates.
    private static func value(_ rest: inout Substring.UnicodeScalarView) -> String? {
        if rest.first == "\"" {
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: "\"") else { return nil }
            defer { rest = rest[rest.index(after: end)...] }
            return String(rest[..<end])
        }
        guard let end = rest.firstIndex(where: { $0 == "," || $0 == ";" || $0 == ":" }) else { return nil }
        defer { rest = rest[end...] }
        return String(rest[..<end])
    }

    /// The value as text, without its escapes.
    var text: String { Self.unescaped(value.unicodeScalars[...]) }

    /// A line for each of several values.
    var each: [ContentLine] {
        value.split(separator: ",").map { part in
            var line = self
            line.value = String(part)
            return line
        }
    }

    /// The texts of a value that is a list of them.
    var texts: [String] {
        let scalars = value.unicodeScalars
        var texts: [String] = []
        var start = scalars.startIndex
        var isEscaped = false
        for index in scalars.indices {
            if isEscaped {
                isEscaped = false
            } else if scalars[index] == "\\" {
                isEscaped = true
            } else if scalars[index] == "," {
                texts.append(Self.unescaped(scalars[start..<index]))
                start = scalars.index(after: index)
            }
        }
        texts.append(Self.unescaped(scalars[start...]))
        return texts.filter { !$0.isEmpty }
    }

    static func unescaped(_ text: String) -> String { unescaped(text.unicodeScalars[...]) }

    private static func unescaped(_ text: Substring.UnicodeScalarView) -> String {
        guard text.contains("\\") else { return String(text) }
        var plain = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text {
            if isEscaped {
                isEscaped = false
                plain.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// The line as notes show it: with the parameters that say what the value is.
    var written: String {
        let told = parameters.map { ";\($0.name)=\($0.values.joined(separator: ","))" }.joined()
        return told.isEmpty ? text : "\(text) (\(told.dropFirst()))"
    }
}
