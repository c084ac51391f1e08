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
            // 10,000 tasks: 150 pages of the index, and the hits.
            try await PlanBudget(buffers: 700, indexes: "task_to_search", "task_not_folded").holds { database in
                let search = Search(database: database)
                for (wanted, count) in [(often, 21), (once, 1), (misspelt, 6)] {
                    let hits = try await search.find(wanted, in: CrowdedDatabase.account).hits
                    #expect(hits.count == count)
                }
            }
        }
    }
}
