import Foundation
import HTTP
import Testing

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookServer

@Suite struct DocumentationTests {
    func page(_ name: String) throws -> String {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")
        return try String(contentsOf: docs.appending(path: name).standardizedFileURL, encoding: .utf8)
    }

    @Test func thePageOfSettingsIsTheTable() throws {
        let isCurrent = try page("run/configuration.md") == Setting.markdownPage + "\n"
        #expect(isCurrent, "run: daybook config --markdown > docs/run/configuration.md")
    }

    @Test func theProblemsOfTheServiceAreInTheTable() throws {
        let text = try page("api/problems.md")
        for type in ProblemType.ofService.joined() {
            #expect(text.contains("| `\(type.code)` | \(type.status.code) | \(type.title) |"), "\(type.code)")
        }
    }

    @Test func everyMetricIsInTheOperatorsGuide() async throws {
        let guide = try page("run/operations.md")
        var page = Exposition()
        page.put(HTTPStatistics())
        page.put(ProcessFigures.current())
        await AgentFigures().exposed()(&page)
        let names = String(decoding: page.bytes, as: UTF8.self).matches(of: #/# TYPE (\w+) /#).map { String($0.1) }
        #expect(names.count > 10)
        for name in names where name.hasPrefix("daybook_") { #expect(guide.contains("`\(name)`"), "\(name)") }
    }
}
