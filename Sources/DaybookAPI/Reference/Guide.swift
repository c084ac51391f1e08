import DaybookHost

/// A page of docs/ that people read who build apps. The plugin compiles their texts in.
struct Guide: Sendable {
    /// Of its file, as `sync` of docs/build/sync.md.
    let name: String
    let text: String

    /// In the order in which they are shown: how to begin, what is promised, and what there is besides.
    static let all: [Guide] = order.compactMap { name in embedded.first { $0.name == name } }

    /// Those that the plugin is told to compile in; a test compares.
    static let order = [
        "device", "sync", "wire", "rest", "planning", "filters", "plain-words", "views", "search", "live", "history",
        "accounts", "pairing", "sign-in", "import", "export", "feeds", "calendar-apps", "thunderbird", "evolution",
        "todoman",
        "home-assistant", "apple-reminders", "davx5", "tasks-org", "kde", "statistics", "ledger", "sdk", "testing",
        "problems", "versioning",
    ]

    private static let titles = Dictionary(all.map { ($0.name, $0.title) }, uniquingKeysWith: { first, _ in first })

    var title: String { String((text.split(separator: "\n").first ?? "").dropFirst(2)) }

    /// Headings of the second depth, with their anchors.
    var parts: [(title: String, anchor: String)] {
        var isCode = false
        return text.split(separator: "\n").compactMap { line in
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("## ") else { return nil }
            return (String(line.dropFirst(3)), Markdown.anchor(of: line.dropFirst(3)))
        }
    }

    /// Where a link leads: to a guide, into the same page, to a path of this server, or to another server.
    static func address(_ link: String) -> String? {
        if ["https://", "http://", "#", "/"].contains(where: link.hasPrefix) { return link }
        let parts = link.split(separator: "#", maxSplits: 1)
        guard let file = parts.first?.split(separator: "/").last, file.hasSuffix(".md") else { return nil }
        let name = String(file.dropLast(3))
        guard titles[name] != nil else { return nil }
        return "/docs/\(name)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }

    var page: [UInt8] {
        Page.framed(title: "\(title) – Daybook", beside: contents) { page in
            page.element("p", [("class", "contents")]) { $0.link("#contents", "Contents and search") }
            page.prose(text)
        }
    }

    private func contents(_ page: inout HTML) {
        page.element("nav", [("id", "contents"), ("aria-label", "Contents")]) { page in
            page.searchForm()
            page.element("p") { $0.link("/docs", "The API") }
            page.element("ul") { page in
                for guide in Self.all {
                    page.element("li") { page in
                        guard guide.name == name else { return page.link("/docs/\(guide.name)", guide.title) }
                        page.element("strong", title)
                        page.element("ul") { page in
                            for part in parts { page.element("li") { $0.link("#\(part.anchor)", part.title) } }
                        }
                    }
                }
            }
        }
    }
}

extension HTML {
    mutating func searchForm(_ query: String = "") {
        element("form", [("action", "/docs"), ("method", "get"), ("role", "search")]) { page in
            page.empty(
                "input",
                [("type", "search"), ("name", "q"), ("value", query), ("aria-label", "Search"), ("maxlength", "100")])
            page.element("button", "Search")
        }
    }
}
