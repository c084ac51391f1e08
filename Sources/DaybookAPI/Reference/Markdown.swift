import DaybookHost

/// A page of docs/ as HTML: headings, paragraphs, lists, tables, code, and links. Every line is read once by each
/// list that it stands in.
struct Markdown {
    /// Where a link of the page leads on this server; nil where it leads nowhere, and only its words are shown.
    let address: (String) -> String?
    private var lines: ArraySlice<Substring>

    init(_ text: some StringProtocol, address: @escaping (String) -> String?) {
        self.init(text.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }[...], address)
    }

    private init(_ lines: ArraySlice<Substring>, _ address: @escaping (String) -> String?) {
        self.lines = lines
        self.address = address
    }

    consuming func write(to page: inout HTML) {
        var rest = self
        while let line = rest.lines.first {
            switch Self.kind(of: line) {
            case .nothing: rest.lines.removeFirst()
            case .remark: rest.passRemark()
            case .heading(let depth): rest.heading(depth, &page)
            case .fence: rest.fence(&page)
            case .indented: rest.indented(&page)
            case .row: rest.table(&page)
            case .item(let width): rest.list(isNumbered: line.first?.isNumber == true, width, &page)
            case .text: rest.paragraph(&page)
            }
        }
    }

    private enum Kind: Equatable { case nothing, remark, heading(Int), fence, indented, row, item(Int), text }

    private static func kind(of line: Substring) -> Kind {
        if line.allSatisfy(\.isWhitespace) { return .nothing }
        if line.hasPrefix("<!--") { return .remark }
        if line.hasPrefix("```") { return .fence }
        if line.hasPrefix("    ") { return .indented }
        if line.hasPrefix("|") { return .row }
        let depth = line.prefix { $0 == "#" }.count
        if depth > 0, line.dropFirst(depth).first == " " { return .heading(depth) }
        if line.hasPrefix("- ") { return .item(2) }
        let digits = line.prefix { $0.isNumber }.count
        if digits > 0, line.dropFirst(digits).hasPrefix(". ") { return .item(digits + 2) }
        return .text
    }

    // MARK: Blocks

    private mutating func passRemark() {
        while let line = lines.popFirst(), !line.contains("-->") {}
    }

    private mutating func heading(_ depth: Int, _ page: inout HTML) {
        let text = (lines.popFirst() ?? "").dropFirst(depth + 1)
        let id = [("id" as StaticString, Self.anchor(of: text))]
        switch depth {
        case 1: page.element("h1", id) { inline(text, &$0) }
        case 2: page.element("h2", id) { inline(text, &$0) }
        default: page.element("h3", id) { inline(text, &$0) }
        }
    }

    /// The name under which links find a heading, as it is made on the pages that hold the project.
    static func anchor(of heading: some StringProtocol) -> String {
        String(
            heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                .map { $0 == " " ? "-" : $0 })
    }

    private mutating func fence(_ page: inout HTML) {
        lines.removeFirst()
        var code: [Substring] = []
        while let line = lines.popFirst(), !line.hasPrefix("```") { code.append(line) }
        page.element("pre") { $0.element("code", code.joined(separator: "\n")) }
    }

    private mutating func indented(_ page: inout HTML) {
        var code: [Substring] = []
        while let line = lines.first, [.indented, .nothing].contains(Self.kind(of: line)) {
            code.append(line.dropFirst(4))
            lines.removeFirst()
        }
        while code.last?.isEmpty == true { code.removeLast() }
        page.element("pre") { $0.element("code", code.joined(separator: "\n")) }
    }

    private mutating func paragraph(_ page: inout HTML) {
        var text: [Substring] = []
        while let line = lines.first, Self.kind(of: line) == .text {
            text.append(line)
            lines.removeFirst()
        }
        page.element("p") { inline(text.joined(separator: " "), &$0) }
    }

    private mutating func list(isNumbered: Bool, _ width: Int, _ page: inout HTML) {
        var items: [[Substring]] = []
        while let line = lines.first {
            if case .item(let width) = Self.kind(of: line), (line.first?.isNumber == true) == isNumbered {
                items.append([line.dropFirst(width)])
            } else if line.hasPrefix("  ") {
                items[items.count - 1].append(line.dropFirst(min(width, line.prefix { $0 == " " }.count)))
            } else if line.isEmpty, goesOn(isNumbered) {
                items[items.count - 1].append("")
            } else {
                break
            }
            lines.removeFirst()
        }
        let address = address
        page.element(isNumbered ? "ol" : "ul") { page in
            for item in items {
                page.element("li") { page in Markdown(item[...], address).write(to: &page) }
            }
        }
    }

    /// Whether what follows the empty lines here is still of the list.
    private func goesOn(_ isNumbered: Bool) -> Bool {
        guard let next = lines.first(where: { !$0.isEmpty }) else { return false }
        if case .item = Self.kind(of: next) { return (next.first?.isNumber == true) == isNumbered }
        return next.hasPrefix("  ")
    }

    private mutating func table(_ page: inout HTML) {
        var rows: [[String]] = []
        while let line = lines.first, line.hasPrefix("|") {
            rows.append(Self.cells(of: line))
            lines.removeFirst()
        }
        let hasHead = rows.count > 1 && rows[1].allSatisfy { $0.allSatisfy { "-: ".contains($0) } }
        let heads = hasHead && rows[0].contains { !$0.isEmpty } ? rows[0] : []
        page.table(heads, rows.dropFirst(hasHead ? 2 : 0)) { page, row in
            for cell in row { page.element("td") { inline(cell, &$0) } }
        }
    }

    /// What stands between a row's bars; `\|` is no bar.
    static func cells(of row: Substring) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in row.dropFirst() {
            if character == "|", !isEscaped { cells.append("") } else { cells[cells.count - 1].append(character) }
            isEscaped = character == "\\"
        }
        if cells.last?.allSatisfy(\.isWhitespace) == true { cells.removeLast() }
        return cells.map { cell in
            let text = cell.drop(while: \.isWhitespace)
            return String(text.reversed().drop(while: \.isWhitespace).reversed()).replacing("\\|", with: "|")
        }
    }

    // MARK: Within a line

    private func inline(_ text: some StringProtocol, _ page: inout HTML) {
        var rest = Substring(text)
        while let mark = rest.firstIndex(where: { "`*[".contains($0) }) {
            page.text(rest[..<mark])
            rest = rest[mark...]
            if let (inner, after) = Self.enclosed(rest, "`", "`") {
                page.element("code", String(inner))
                rest = after
            } else if let (inner, after) = Self.enclosed(rest, "**", "**") {
                page.element("strong") { inline(inner, &$0) }
                rest = after
            } else if let (inner, after) = Self.enclosed(rest, "*", "*") {
                page.element("em") { inline(inner, &$0) }
                rest = after
            } else if let (words, after) = Self.enclosed(rest, "[", "]"),
                let (target, end) = Self.enclosed(after, "(", ")")
            {
                if let address = address(String(target)) {
                    page.element("a", [("href", address)]) { inline(words, &$0) }
                } else {
                    inline(words, &page)
                }
                rest = end
            } else {
                page.text(rest.prefix(1))
                rest = rest.dropFirst()
            }
        }
        page.text(rest)
    }

    /// What stands between two marks at the beginning of the text, and what comes after them.
    private static func enclosed(
        _ text: Substring, _ open: String, _ close: String
    ) -> (inner: Substring, after: Substring)? {
        guard text.hasPrefix(open) else { return nil }
        let inner = text.dropFirst(open.count)
        guard let end = inner.firstRange(of: close), end.lowerBound > inner.startIndex else { return nil }
        return (inner[..<end.lowerBound], inner[end.upperBound...])
    }
}
