import HTTP
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts

@Suite struct RetirementTests {
    private let document = APIDocument(
        Array(
            """
            {"paths":{"/v1/tasks/{id}/old":{"post":{"deprecated":true,"x-deprecated":"2027-01-01","x-sunset":"2028-02-09"}},
             "/v1/tasks":{"get":{}}}}
            """.utf8))

    @Test func anOperationThatGoesAwaySaysSoInEveryAnswer() async throws {
        let routes: [GuardedRoute] = [
            .post("/v1/tasks/:task/old") { _ in .text("done") }, .get("/v1/tasks") { _ in .text("stays") },
        ]
        let answer = try await answer(Retirements(document).announced(routes)[0])
        #expect(answer.fields["deprecation"] == "@1798761600")
        #expect(answer.fields["sunset"] == "Wed, 09 Feb 2028 00:00:00 GMT")
        #expect(answer.fields["link"]?.contains("rel=\"deprecation\"") == true)
        #expect(try await self.answer(Retirements(document).announced(routes)[1]).fields["sunset"] == nil)
    }

    @Test func aRefusalSaysItToo() async throws {
        let route = Retirements(document).announced([.post("/v1/tasks/:id/old") { _ in throw Problem(.notFound) }])[0]
        let problem = try await #require(throws: Problem.self) { try await answer(route) }
        #expect(problem.fields["sunset"] != nil)
    }

    /// Whatever the document calls deprecated says since when and until when.
    @Test func theDocumentSaysBothDates() {
        for operation in APIDocument().operations where operation.value["deprecated"] == true {
            #expect(operation.date("x-deprecated") != nil && operation.date("x-sunset") != nil, "\(operation.anchor)")
        }
    }

    private func answer(_ route: GuardedRoute) async throws -> Response {
        guard case .open(let handler) = route.answer else { throw Problem(.notFound) }
        return try await handler(Request(route.method.text, "/"))
    }
}
