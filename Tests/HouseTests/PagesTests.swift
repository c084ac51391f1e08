import Foundation
import Testing

/// Documents stand by who reads them, and are found: README leads to four indexes, and these to every page.
@Suite struct PagesTests {
    private static let pages = Result { try Page.all() }
    private static let folders = ["docs/use", "docs/build", "docs/run", "docs/house"]

    @Test func everyPageSaysForWhomItIs() throws {
        let pages = try Self.pages.get().filter { $0.path.hasPrefix("docs/") }
        #expect(pages.count > 50, "the pages were not found, so nothing was checked")
        for page in pages { #expect(page.opening.hasPrefix("For "), "\(page.path) does not begin with its reader") }
    }

    @Test func everyLinkLeadsSomewhere() throws {
        for page in try Self.pages.get() { #expect(page.deadLinks(among: try Self.pages.get()) == [], "\(page.path)") }
    }

    /// Whoever has one need opens one index, and sees all that is there for it.
    @Test func theIndexOfAFolderNamesItsPages() throws {
        let pages = try Self.pages.get()
        for folder in Self.folders {
            let index = try #require(pages.first { $0.path == "\(folder)/README.md" })
            let named = Set(index.links.map(\.path))
            for page in pages where page.path.hasPrefix("\(folder)/") && page.path != index.path {
                #expect(named.contains(page.path), "\(index.path) does not name \(page.path)")
            }
            #expect(named.contains("docs/promises.md"), "\(index.path) does not name the promises")
        }
    }

    @Test func theReadmeLeadsToTheIndexesAndTheseToEverything() throws {
        let pages = try Self.pages.get()
        let readme = try #require(pages.first { $0.path == "README.md" })
        #expect(readme.links.map(\.path) == Self.folders.map { "\($0)/README.md" })
        let indexes = pages.filter { page in readme.links.contains { $0.path == page.path } }
        let reached = Set(indexes.flatMap(\.links).map(\.path) + indexes.map(\.path))
        for page in pages where page.path != "README.md" {
            #expect(reached.contains(page.path), "no index names \(page.path)")
        }
    }

    /// Comments, messages and scripts name pages by their paths.
    @Test(arguments: ["Sources", "Tests", "Plugins", "scripts", "deploy", "web"])
    func everyPageThatCodeNamesIsThere(folder: String) throws {
        let files = try House.texts(in: folder)
        #expect(files.count > 2, "the files were not found, so nothing was checked")
        let there = Set(try Self.pages.get().map(\.path))
        for file in files {
            #expect(Set(file.namedPages).subtracting(there) == [], "\(folder)/\(file.path)")
        }
    }

    /// The checks themselves must be able to fail.
    @Test func whatIsWrongIsFound() {
        let other = Page(path: "there/other.md", text: "# Other\n\nFor all.\n\n## What's *new*?\n")
        let page = Page(
            path: "here/page.md",
            text: """
                # A page

                Everything: [here](../there/other.md#whats-new), [not](../there/other.md#old), [gone](other.md),
                [itself](#a-page), <img src="gone.png">, [elsewhere](https://example.org/x.md).
                """)
        #expect(!page.opening.hasPrefix("For ") && other.opening == "For all.")
        #expect(
            page.deadLinks(among: [page, other])
                == ["there/other.md#old", "here/other.md", "here/gone.png"])
        let file = SourceFile(path: "A.swift", text: "/// See docs" + "/old.md, and docs" + "/run/a-b.md#c.")
        #expect(file.namedPages == ["docs" + "/old.md", "docs" + "/run/a-b.md"])
    }
}

extension Page {
    /// What its links name that is not there.
    fileprivate func deadLinks(among pages: [Page]) -> [String] {
        links.compactMap { link in
            if let page = pages.first(where: { $0.path == link.path }) {
                guard let anchor = link.anchor, !page.anchors.contains(anchor) else { return nil }
                return "\(link.path)#\(anchor)"
            }
            let isThere = FileManager.default.fileExists(atPath: House.root.appending(path: link.path).path)
            return isThere ? nil : link.path
        }
    }
}

extension SourceFile {
    fileprivate var namedPages: [String] {
        // Few files name one, and looking through the others with a pattern is slow.
        guard strstr(text, "docs/") != nil else { return [] }
        return text.matches(of: #/docs\/[\w\/-]+\.md/#).map { String($0.0) }
    }
}
