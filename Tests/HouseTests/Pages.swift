import Foundation

/// A page of the documents, as its text stands in the repository.
struct Page {
    /// From the root of the repository.
    let path: String
    let text: String

    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
    }

    /// All of them, the README and the lists of changes and benchmarks too.
    static func all() throws -> [Page] {
        let files = FileManager.default.enumerator(atPath: House.root.appending(path: "docs").path)
        let pages = files?.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" } ?? []
        return try (["README.md", "CHANGELOG.md", "benchmarks/README.md"] + pages.sorted()).map { path in
            try Page(path: path, text: String(contentsOf: House.root.appending(path: path), encoding: .utf8))
        }
    }

    /// The paragraph below the title.
    var opening: Substring {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        return lines.drop { $0.isEmpty }.first ?? ""
    }

    /// What its links and pictures name in this repository: a path from the root, and a heading's anchor.
    var links: [Link] {
        text.matches(of: #/\]\(([^)\s]+)\)|<img src="([^"]+)"/#).compactMap { match in
            guard let link = match.1 ?? match.2, !link.hasPrefix("/"), !link.contains(":") else { return nil }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            return Link(path: beside(parts[0]), anchor: parts.count > 1 ? String(parts[1]) : nil)
        }
    }

    struct Link: Hashable {
        let path: String
        let anchor: String?
    }

    /// The anchors of its headings, as forges and the server make them.
    var anchors: Set<String> {
        var isCode = false
        return Set(
            text.split(separator: "\n").compactMap { line in
                if line.hasPrefix("```") { isCode.toggle() }
                guard !isCode, line.hasPrefix("#") else { return nil }
                let words = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
                return String(
                    words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
            })
    }

    /// What is called so in this page's folder, from the root.
    private func beside(_ relative: Substring) -> String {
        if relative.isEmpty { return path }
        var folders = path.split(separator: "/").dropLast()
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." { folders = folders.dropLast() } else { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }
}
