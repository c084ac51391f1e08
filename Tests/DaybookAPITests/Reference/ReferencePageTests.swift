import Foundation
import HTTP
import HTTPParser
import Testing

@testable import DaybookAPI
@testable import DaybookHost

@Suite struct ReferencePageTests {
    let document = APIDocument()

    @Test func thePageShowsEveryOperationAndSchemaAndNothingFromElsewhere() throws {
        let page = String(decoding: ReferencePage(document: document).bytes, as: UTF8.self)
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
        var open: [Substring] = []
        let page = String(decoding: ReferencePage(document: document).bytes, as: UTF8.self)
        for tag in page.matches(of: #/<(/?)([a-z0-9]+)[^>]*>/#) where !["meta", "br"].contains(tag.2) {
            if tag.1.isEmpty {
                open.append(tag.2)
            } else {
                #expect(open.popLast() == tag.2)
            }
        }
        #expect(open.isEmpty)
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
