import DaybookCore
import Testing

@testable import DaybookAgents

/// How much an assistant may change.
@Suite struct PaceTests {
    private let start = AgentPace.Moment.now

    private func task(_ number: Int) -> Identifier { Identifier(high: 1, low: UInt64(number)) }

    /// A change that was not made before.
    private func change(_ number: Int, of task: Int) -> AgentDeed.Act {
        .change(self.task(task), [JSONMember("priority", .integer(Int64(number)))])
    }

    @Test func sixtyAMinute() {
        var pace = AgentPace()
        for number in 0..<60 {
            #expect(pace.bound(on: change(number, of: number % 7), at: start + .milliseconds(number * 500)) == nil)
        }
        #expect(pace.bound(on: change(60, of: 0), at: start + .seconds(40)) == .minute(.seconds(20)))
        // What is refused does not count.
        #expect(pace.bound(on: change(60, of: 0), at: start + .seconds(60)) == nil)
        #expect(pace.bound(on: change(61, of: 0), at: start + .seconds(60)) == .minute(.milliseconds(500)))
    }

    @Test func aThousandADay() {
        var pace = AgentPace()
        for number in 0..<1_000 {
            #expect(pace.bound(on: change(number, of: number % 7), at: start + .seconds(number * 2)) == nil)
        }
        let spent = pace.bound(on: change(1_000, of: 0), at: start + .seconds(3_600))
        #expect(spent == .day(.seconds(86_400 - 3_600)))
        #expect(spent?.code == "agent_day_spent")
        #expect(pace.bound(on: change(1_000, of: 0), at: start + .seconds(86_400)) == nil)
    }

    @Test func fiftyTasksInTenMinutes() {
        var pace = AgentPace()
        for number in 0..<50 {
            let act: AgentDeed.Act =
                number < 20 ? .add([JSONMember("title", .string("\(number)"))]) : .complete(task(number))
            #expect(pace.bound(on: act, at: start + .seconds(number * 2)) == nil)
        }
        #expect(pace.bound(on: .complete(task(50)), at: start + .seconds(100)) == .tasks(.seconds(500)))
        #expect(pace.bound(on: .capture("another"), at: start + .seconds(100)) == .tasks(.seconds(500)))
        #expect(pace.bound(on: .undo(task(1)), at: start + .seconds(100)) == .tasks(.seconds(500)))
        // One that was touched already is no other.
        #expect(pace.bound(on: change(1, of: 30), at: start + .seconds(100)) == nil)
        #expect(pace.bound(on: .complete(task(50)), at: start + .seconds(600)) == nil)
    }

    /// What is proposed touches and deletes nothing, and is one change of the minute.
    @Test func aProposalIsNoTask() {
        var pace = AgentPace()
        let start = AgentPace.Moment.now
        for number in 0..<50 { #expect(pace.bound(on: .complete(task(number)), at: start) == nil) }
        #expect(pace.bound(on: .complete(task(50)), at: start) != nil)
        let proposal = AgentDeed.Act.propose([.object([JSONMember("action", .string("delete"))])], note: nil)
        for _ in 0..<5 { #expect(pace.bound(on: proposal, at: start) == nil) }
        #expect(pace.bound(on: proposal, at: start) == .alike)
        for number in 0..<5 { #expect(pace.bound(on: .propose([], note: "\(number)"), at: start) == nil) }
        #expect(pace.bound(on: .propose([], note: "one more"), at: start) == .minute(.seconds(60)))
        #expect(pace.bound(on: .complete(task(50)), at: start + .seconds(60)) == .tasks(.seconds(540)))
        for bound in [AgentBound.tasks(.zero), .deletions(.zero)] {
            #expect(String(decoding: bound.document(proposes: true), as: UTF8.self).contains("the tool propose"))
            #expect(!String(decoding: bound.document(), as: UTF8.self).contains("the tool propose"))
        }
    }

    @Test func tenDeletionsInTenMinutes() {
        var pace = AgentPace()
        for number in 0..<10 { #expect(pace.bound(on: .delete(task(number)), at: start) == nil) }
        #expect(pace.bound(on: .delete(task(10)), at: start + .seconds(1)) == .deletions(.seconds(599)))
        #expect(pace.bound(on: .complete(task(10)), at: start + .seconds(1)) == nil)
        #expect(pace.bound(on: .delete(task(10)), at: start + .seconds(600)) == nil)
    }

    /// Also where another change comes in between.
    @Test func theVerySameIsStopped() {
        var pace = AgentPace()
        for number in 0..<5 {
            #expect(pace.bound(on: .capture("Water"), at: start) == nil)
            #expect(pace.bound(on: change(number, of: 1), at: start) == nil)
        }
        #expect(pace.bound(on: .capture("Water"), at: start) == .alike)
        #expect(pace.bound(on: .capture("Tea"), at: start) == nil)
        #expect(pace.bound(on: .capture("Water"), at: start + .seconds(600)) == nil)
    }

    @Test func aBoundIsToldWithItsCodeAndAWait() throws {
        let told = try JSONValue(json: AgentBound.tasks(.milliseconds(1_500)).document())
        #expect(told.text(at: "code") == "agent_touches_too_many" && told.number(at: "retryAfter") == 2)
        #expect(told.text(at: "detail")?.contains("tell the person") == true)
        let all: [AgentBound] = [.minute(.zero), .day(.zero), .tasks(.zero), .deletions(.zero), .alike]
        #expect(Set(all.map(\.code)).count == all.count)
    }
}
