import DaybookCore
import HTTP
import Postgres
import Testing

@testable import DaybookAPI

extension PlanTests {
    /// What statistics cost in an account with 5,000 completions among many others: the index that holds them, and no
    /// row. A new connection reads some fifty pages of the catalogue once.
    @Suite struct StatisticsPlanTests {
        private static let now = Instant("2026-11-21T12:00:00Z") ?? .earliest

        private func answer<View: AccountView>(
            _ view: (Request) throws -> View, _ query: String = "", on database: Database
        ) async throws {
            let reader = ViewReader(database, known: KnownSettings(), now: { Self.now })
            let request = Request("GET", "/v1/analytics?\(query)")
            let response = try await reader.answer(try view(request), request, CrowdedDatabase.principal)
            #expect(response.status == .ok)
        }

        @Test func aSummaryCountsInTheIndex() async throws {
            try await PlanBudget(buffers: 170, indexes: "completion_by_time").holds { database in
                try await answer(ReadSummary.init, on: database)
            }
        }

        @Test func aMonthOfDaysReadsThatMonth() async throws {
            try await PlanBudget(buffers: 90, indexes: "completion_by_time").holds { database in
                try await answer(ReadDaily.init, on: database)
            }
        }

        @Test func aYearsMapReadsThatYear() async throws {
            try await PlanBudget(buffers: 130, indexes: "completion_by_time").holds { database in
                try await answer(DrawYear.init, on: database)
            }
        }

        @Test(arguments: Distribution.Kind.allCases)
        func sharesAreCountedInTheIndex(kind: Distribution.Kind) async throws {
            try await PlanBudget(buffers: 200, indexes: "completion_by_time").holds { database in
                try await answer(ReadDistribution.init, "by=\(kind)", on: database)
            }
        }

        @Test func theRhythmIsCountedInTheIndex() async throws {
            try await PlanBudget(buffers: 200, indexes: "completion_by_time").holds { database in
                try await answer(ReadRhythm.init, on: database)
            }
        }

        @Test func timesAreSortedOutOfTheIndex() async throws {
            try await PlanBudget(buffers: 170, indexes: "completion_by_time").holds { database in
                try await answer(ReadCompletionTime.init, on: database)
            }
        }

        @Test func postponementsAreThoseOfTheLedgerThatPostpone() async throws {
            try await PlanBudget(buffers: 25, indexes: "change_postponing").holds { database in
                try await answer(ReadPostponements.init, on: database)
            }
        }

        @Test func aReviewReadsItsWeek() async throws {
            // Who added a task is in the row: at most one page for each of the week's 84.
            try await PlanBudget(buffers: 190, indexes: "completion_by_time", "change_adding", "change_postponing")
                .holds {
                    try await answer(ReadReview.init, on: $0)
                }
        }
    }
}
