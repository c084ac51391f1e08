import HTTP
import Testing

@testable import DaybookAPI

extension PlanTests {
    @Suite struct SearchPlanTests {
        @Test func itReadsOneAccountsPartOfTheIndex() async throws {
            func filter(_ query: String) throws -> SearchFilter {
                try SearchFilter(Request("GET", "/v1/search?\(query)"))
            }
            let (often, once, misspelt) = try (
                filter("q=balcony&limit=20"), filter("q=plants%209999"), filter("q=balkony&limit=5")
            )
            // 10,000 tasks: their pages, and the hits.
            try await PlanBudget(buffers: 700, indexes: "search_page_pkey", "task_by_revision").holds { database in
                let search = Search(database: database, bounds: SearchBounds(patience: .seconds(60)))
                for (wanted, count) in [(often, 20), (once, 1), (misspelt, 5)] {
                    let hits = try await search.find(wanted, in: CrowdedDatabase.account).hits
                    #expect(hits.count == count)
                }
            }
        }
    }
}
