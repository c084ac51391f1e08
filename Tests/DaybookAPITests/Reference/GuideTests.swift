import Foundation
import HTTP
import Testing

@testable import DaybookAPI
@testable import DaybookHost

/// The guides that the server shows, their links, and the search.
@Suite struct GuideTests {
    private func html(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func everyGuideIsCompiledInAndShown() {
        #expect(Guide.all.map(\.name) == Guide.order)
        #expect(Set(Guide.embedded.map(\.name)) == Set(Guide.order))
        for guide in Guide.all {
            let page = html(guide.page)
            #expect(page.isBalanced, "\(guide.name)")
            let isPlain = !page.contains("<script") && !page.contains("<link") && !page.contains("style=")
            #expect(isPlain, "\(guide.name)")
            // They lie beside the pages and not on the server.
            #expect(!guide.text.contains("<img"), "\(guide.name)")
        }
    }

    /// Every link of every page leads to a page of this server, or to the world.
    @Test func everyLinkLeadsSomewhere() {
        var pages = Dictionary(uniqueKeysWithValues: Guide.all.map { ("/docs/\($0.name)", html($0.page)) })
        pages["/privacy"] = html(PrivacyPage.ofNobody.bytes)
        pages["/docs"] = html(ReferencePage(document: APIDocument()).bytes)
        for type in ProblemPage.all { pages[type.uri] = html(ProblemPage(type: type).bytes) }
        let ids = pages.mapValues { Set($0.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }) }
        for (name, page) in pages {
            for link in Set(page.matches(of: #/ href="([^"]*)"/#).map { String($0.1) }) {
                if link.hasPrefix("http") || link == "/v1/openapi.json" { continue }
                let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                let page = parts[0].isEmpty ? name : parts[0]
                guard let there = ids[page] else {
                    Issue.record("\(link) of \(name) leads nowhere")
                    continue
                }
                #expect(parts.count == 1 || there.contains(parts[1]), "\(link) of \(name) leads nowhere in \(page)")
            }
        }
    }

    @Test func everyGuideThatTheWebAppNamesIsShown() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../web/page")
            .standardized
        var named: Set<String> = []
        for case let file as URL in try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        where file.pathExtension == "js" {
            let text = try String(contentsOf: file, encoding: .utf8)
            named.formUnion(text.matches(of: #/"\/docs\/([a-z-]+)"/#).map { String($0.1) })
        }
        #expect(!named.isEmpty && named.isSubset(of: Guide.order), "\(named)")
    }

    /// A browser shows the style because the policy names its digest, and would show no other.
    @Test func theStyleIsTheOneThatThePolicyAllows() throws {
        let style = try #require(html(Guide.all[0].page).firstMatch(of: #/<style>((?s).*?)<\/style>/#)?.1)
        let digest = Sodium.base64(Sodium.sha256(Array(style.utf8)))
        #expect(Page.policy.hasPrefix("default-src 'none'; style-src 'sha256-\(digest)';"))
        #expect(Sodium.base64([0xFB, 0xFF, 0]) == "+/8A")
    }

    @Test func markdownBecomesWhatItMeans() {
        let text = """
            # A *b* `c<d`

            One [link](sync.md#your-clock), [gone](nowhere.md).
            - a
              b

              more
            - **c**

            1. x

            2. y

               z
            3. w

            | h | i |
            |---|---|
            | `a\\|b` | 2 |

            ```json
            {"a": 1}

            ```
                code & more
            """
        var page = HTML()
        Markdown(text, address: Guide.address).write(to: &page)
        #expect(
            page.source == """
                <h1 id="a-b-cd">A <em>b</em> <code>c&lt;d</code></h1>\
                <p>One <a href="/docs/sync#your-clock">link</a>, gone.</p>\
                <ul><li><p>a b</p><p>more</p></li><li><p><strong>c</strong></p></li></ul><ol><li><p>x</p></li>\
                <li><p>y</p><p>z</p></li><li><p>w</p></li></ol>\
                <div class="wide"><table><thead><tr><th scope="col">h</th><th scope="col">i</th></tr></thead>\
                <tbody><tr><td><code>a|b</code></td><td>2</td></tr></tbody></table></div>\
                <pre><code>{&quot;a&quot;: 1}
                </code></pre><pre><code>code &amp; more</code></pre>
                """)
    }

    @Test(arguments: [
        ("cursor_gone", "/problems/cursor_gone"), ("clock never back", "/docs/device#what-makes-it-right"),
        ("createTask schema", nil), ("POST sync push", "/docs#sync"), ("Your CLOCK", "/docs/sync#your-clock"),
    ])
    func theSearchFinds(query: String, address: String?) {
        let found = ReferenceSearch(of: APIDocument()).find(query)
        #expect(found.count <= 30)
        if let address { #expect(found.contains { $0.address == address }, "\(found.map(\.address))") }
    }

    @Test func theSearchTakesAnything() {
        let search = ReferenceSearch(of: APIDocument())
        for query in ["", "<script>", "\"", String(repeating: "a ", count: 10_000), "💧", "a", "\u{0}"] {
            #expect(search.find(query).count <= 30)
            let page = html(search.page(query))
            #expect(!page.contains("<script>") && page.isBalanced)
        }
        #expect(search.find("nothing_is_called_this").isEmpty)
    }

    @Test func everyProblemSaysWhatToDo() {
        for type in ProblemType.ofService.joined() {
            #expect(ProblemPage.remedies[type.code]?.hasSuffix(".") == true, "\(type.code) is without a remedy")
        }
        #expect(html(ProblemPage(type: .notFound).bytes).contains("&quot;code&quot;: &quot;not_found&quot;"))
    }
}

extension String {
    /// Every element that is opened is closed, in its order.
    var isBalanced: Bool {
        var open: [Substring] = []
        for tag in matches(of: #/<(/?)([a-z0-9]+)[^>]*>/#) where !["meta", "input"].contains(tag.2) {
            if tag.1.isEmpty { open.append(tag.2) } else if open.popLast() != tag.2 { return false }
        }
        return open.isEmpty
    }
}
