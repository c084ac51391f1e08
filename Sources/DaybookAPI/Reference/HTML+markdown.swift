extension HTML {
    /// Markdown's headings, lists, paragraphs and code in backquotes. All else is text, HTML and links included, so
    /// nothing in the file can be more than words.
    mutating func markdown(_ text: String) {
        var items: [String] = []
        var paragraph: [Substring] = []
        func put(_ page: inout HTML) {
            page.items(&items)
            page.paragraph(&paragraph)
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let words = line.drop { $0 == " " }
            let level = words.prefix { $0 == "#" }.count
            if words.isEmpty {
                put(&self)
            } else if 1...3 ~= level, words.dropFirst(level).first == " " {
                put(&self)
                heading(level, words.dropFirst(level + 1))
            } else if words.hasPrefix("- ") || words.hasPrefix("* ") {
                self.paragraph(&paragraph)
                items.append(String(words.dropFirst(2)))
            } else if !items.isEmpty {
                items[items.count - 1] += " " + words
            } else {
                paragraph.append(words)
            }
        }
        put(&self)
    }

    private mutating func heading(_ level: Int, _ words: Substring) {
        switch level {
        case 1: element("h1") { $0.words(words) }
        case 2: element("h2") { $0.words(words) }
        default: element("h3") { $0.words(words) }
        }
    }

    private mutating func paragraph(_ lines: inout [Substring]) {
        guard !lines.isEmpty else { return }
        element("p") { $0.words(lines.joined(separator: " ")) }
        lines = []
    }

    private mutating func items(_ items: inout [String]) {
        guard !items.isEmpty else { return }
        element("ul") { page in
            for item in items { page.element("li") { $0.words(item) } }
        }
        items = []
    }
}
