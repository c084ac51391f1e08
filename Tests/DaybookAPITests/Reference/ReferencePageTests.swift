import Foundation
import HTTP
import HTTPParser
import Testing

@testable import DaybookAPI
@testable import DaybookHost

@Suite struct ReferencePageTests {
    private let document = APIDocument()
    /// Made once, since that takes a while without optimization.
    private static let page = String(decoding: ReferencePage(document: APIDocument()).bytes, as: UTF8.self)
    private var page: String { Self.page }

    @Test func thePageShowsEveryOperationAndSchemaAndNothingFromElsewhere() throws {
        for operation in document.operations {
            let isShown = page.contains("id=\"\(operation.anchor)\"")
            #expect(isShown, "\(operation.method) \(operation.path)")
        }
        for schema in document.root["components"]?["schemas"]?.members ?? [] {
            let isShown = page.contains("id=\"schema-\(schema.name)\"")
            #expect(isShown, "\(schema.name)")
        }
        for link in page.matches(of: #/href="#([^"]*)"/#) {
            let isThere = page.contains("id=\"\(link.1)\"")
            #expect(isThere, "#\(link.1) leads nowhere")
        }
        #expect(!page.contains("<script") && !page.contains("http-equiv") && !page.contains("<link"))
        for source in page.matches(of: #/(src|href)="([^"#]*)"/#) {
            #expect(source.2.hasPrefix("/") || source.2.isEmpty)
        }
        #expect(page.contains("prefers-color-scheme: dark") && page.contains("lang=\"en\""))
    }

    /// Balanced, so that readers' browsers and screen readers see what was meant.
    @Test func everyElementIsClosed() throws {
        let isBalanced = page.isBalanced
        #expect(isBalanced)
    }

    /// An example that can be pasted: quoted for a shell, with the token where one is needed.
    @Test func everyOperationHasALineForAShell() throws {
        for operation in document.operations {
            let line = CurlLine(document: document, operation: operation).text
            #expect(line.contains("\"$DAYBOOK/") && !line.contains("{\(operation.path)}"))
            #expect(line.contains("$TOKEN") == (operation.access != "open" && !operation.isOpen), "\(operation.anchor)")
            let quotes = line.replacing("'\\''", with: "").count { $0 == "'" }
            #expect(quotes % 2 == 0, "\(operation.anchor)")
            let hasBody = operation.value["requestBody"] != nil
            #expect(line.contains(" -d ") || line.contains("--data-binary") == hasBody, "\(operation.anchor)")
        }
    }

    @Test func itBeginsWithSyncAndTasksAndTellsErrorsOnce() throws {
        let places = try ["tag-sync", "tag-tasks", "tag-accounts", "errors"].map { id in
            try #require(page.range(of: "id=\"\(id)\"")).lowerBound
        }
        #expect(places == places.sorted())
        #expect(page.matches(of: /application\/problem\+json/).count < 10)
    }

    @Test func textIsNeverMarkup() {
        var page = HTML()
        page.element("p", [("title", "a\"b")]) { $0.text("<script>&") }
        #expect(page.source == "<p title=\"a&quot;b\">&lt;script&gt;&amp;</p>")
    }

    @Test func everyProblemHasAPage() {
        for type in ProblemType.ofHTTP + ProblemType.ofService.joined() {
            let page = String(decoding: ProblemPage(type: type).bytes, as: UTF8.self)
            #expect(page.contains(type.code))
        }
    }

    @Test func everyProblemIsToldInEachLanguage() {
        // What is no HTTP names no language.
        let refusals = Set(Refusal.allCases.map(\.rawValue))
        let types = (ProblemType.ofHTTP + ProblemType.ofService.joined()).filter { !refusals.contains($0.code) }
        for type in types { #expect(ProblemTitles.title(of: type, in: .german) != nil, "\(type.code)") }
        #expect(Set(ProblemTitles.german.keys).subtracting(types.map(\.code)).isEmpty)
    }
}
