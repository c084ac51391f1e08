import Seeds
import TestWire
import Testing

@testable import DaybookCore

/// Short stories of a series that nobody has thought of.
@Suite struct DrawnStoryTests: StorySuite {
    /// When what happens happens: the last two are behind the boundary of a day.
    private static let times = ["01T09:00", "01T10:00", "01T11:00", "01T12:00", "02T09:00", "02T10:00"]

    /// Whatever the order of arrival, as many tasks are open and done as the order of the clocks comes to. Where the
    /// next one stands may still be what was known of the series first.
    @Test func noOccurrenceIsLostAndNoneIsThereTwice() throws {
        var random = RandomSeed.generator()
        for _ in 0..<Proofs.scale(gate: 600, proof: 20_000) {
            let story = drawn(Int.random(in: 3...6, using: &random), &random)
            let order = story.shuffled(using: &random)
            let before = Int.random(in: 0...night(order), using: &random)
            let expected = states(try arrive(story, ["02"], after: night(story)))
            let came = states(try arrive(order, ["02"], after: before))
            #expect(came == expected, "\(RandomSeed.current): \(order), the day turns after \(before)")
        }
    }

    private func states(_ desk: Desk) -> [String] {
        desk.slice.tasks.values.filter { !$0.isDeleted }.map(\.state.name).sorted()
    }

    /// How many changes come before the server turns the day: none that was made after it.
    private func night(_ story: [StoryStep]) -> Int {
        story.firstIndex { step in
            guard case .change(_, _, let time, _, _) = step else { return false }
            return time >= "02"
        } ?? story.count
    }

    /// A series begins; then, at so many of the times, one of so many kinds of things happens to it.
    private func drawn(_ steps: Int, _ random: inout SeededRandom) -> [StoryStep] {
        var story = [change(begun + [series(&random)] + place(&random), "01T08:00")]
        // Somebody reopens the first completion that they see, though others may have completed it since.
        var completion: HybridTime?
        for time in Self.times.shuffled(using: &random).prefix(steps).sorted() {
            let device = Bool.random(using: &random) ? Desk.b : Desk.c
            switch Int.random(in: 0..<13, using: &random) {
            case 0...2:
                story.append(change(.state("completed"), time, by: device))
                completion = completion ?? clock(time, device)
            case 3...5:
                story.append(change(.state("active"), time, by: device, reopens: completion))
                completion = nil
            case 6: story.append(change(place(&random), time, by: device))
            case 7: story.append(change([series(&random)], time, by: device))
            case 8: story.append(change([JSONMember("notes", .string(time))], time, by: device))
            case 9: story.append(change(time, by: device, kind: .delete))
            case 10: story.append(change(time, by: device, kind: .restore))
            case 11: story.append(change([JSONMember("autoCarry", .bool(true))], time, by: device))
            default: story.append(change([JSONMember("region", "backlog")], time, by: device))
            }
        }
        return story
    }

    private func place(_ random: inout SeededRandom) -> [JSONMember] {
        let dates = ["2026-05-20", "2026-05-27", "2026-05-30", "2026-06-01", "2026-06-02"]
        return .place("morning", "misc", dates[Int.random(in: 0..<dates.count, using: &random)])
    }

    private func series(_ random: inout SeededRandom) -> JSONMember {
        let rules = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=WE", "FREQ=WEEKLY;BYDAY=MO,TU"]
        let rule = rules[Int.random(in: 0..<rules.count, using: &random)]
        return JSONMember("recurrence", .object([JSONMember("rrule", .string(rule))]))
    }
}
