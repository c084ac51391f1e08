import DaybookCore
import HTTP
import Postgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// Merges that meet each other, and deletions.
extension MergeTests {
    /// One that holds a task of its own.
    struct Party: Sendable {
        let account: Identifier
        let token: TokenText
        let task: Identifier

        static func make(_ merge: AccountMerge) async throws -> Party {
            let account = Identifier.random()
            let session = Session.new(of: account, .usual, .now())
            try await merge.database.transaction(of: account) { transaction in
                try await transaction.run(
                    NewAccount().statements(account, .now(), spread: transaction.isSpread)
                        + Sessions(deviceLimit: 0).statements(session))
            }
            let task = Identifier.random()
            let operation = SyncOperation(
                opId: .random(), id: task, at: HybridTime(.now(), device: session.device.id),
                fields: [JSONMember("title", "Mine")])
            _ = try await merge.ledger.push(Push(operations: [operation]), to: account)
            return Party(account: account, token: session.token, task: task)
        }
    }

    /// Everybody into the next one at once, the last into the first. Nil for who is in, else the problem.
    func meet(_ parties: [Party], _ merge: AccountMerge) async throws -> [ProblemType?] {
        try await atOnce(zip(parties, parties.dropFirst() + parties.prefix(1))) { party, next in
            do {
                _ = try await merge.merge(PresentedToken(party.token), into: next.account)
                return nil
            } catch let problem as Problem {
                return problem.type
            }
        }
    }

    /// Where each task is, among accounts that stand.
    func standing(_ parties: [Party], _ database: Database) async throws -> [Identifier: Set<Identifier>] {
        var tasks: [Identifier: Set<Identifier>] = [:]
        for party in parties {
            let isThere = try await database.read(
                "SELECT 1 FROM account WHERE account_id = \(party.account) AND deleting_at IS NULL")
            if !isThere.isEmpty { tasks[party.account] = try await Set(Rows(party.account, database).tasks.keys) }
        }
        return tasks
    }

    @Test func ofTwoThatGoIntoEachOtherOneWins() async throws {
        let (database, merge, _) = try await openAccounts()
        for round in 0..<40 {
            let parties = [try await Party.make(merge), try await Party.make(merge)]
            let answers = try await meet(parties, merge)
            #expect(answers.count { $0 == nil } == 1, "round \(round): \(answers)")
            let loser = answers.compactMap { $0 }.first
            #expect(loser == .mergeUnderWay || loser == .mergeTargetClosing, "round \(round): \(answers)")
            let left = try await standing(parties, database)
            #expect(Array(left.values) == [Set(parties.map(\.task))], "round \(round)")
        }
    }

    @Test(arguments: [3, 5])
    func ofARingSomebodyWinsAndNothingIsLost(_ count: Int) async throws {
        let (database, merge, _) = try await openAccounts()
        for round in 0..<15 {
            var parties: [Party] = []
            for _ in 0..<count { parties.append(try await Party.make(merge)) }
            let answers = try await meet(parties, merge)
            let winners = answers.count { $0 == nil }
            #expect((1..<count).contains(winners), "round \(round): \(answers)")
            for problem in answers.compactMap({ $0 }) {
                #expect(problem == .mergeUnderWay || problem == .mergeTargetClosing, "round \(round): \(answers)")
            }
            let left = try await standing(parties, database)
            #expect(left.count == count - winners, "round \(round)")
            let tasks = left.values.flatMap { $0 }
            #expect(tasks.count == count && Set(tasks) == Set(parties.map(\.task)), "round \(round)")
        }
    }

    @Test func whoIsRefusedByAnAccountThatGoesKeepsEverything() async throws {
        let (database, merge, _) = try await openAccounts()
        for round in 0..<40 {
            let (comer, goer) = (try await Party.make(merge), try await Party.make(merge))
            async let deleting: Bool = {
                do {
                    return try await merge.deletion.delete(goer.account) != nil
                } catch let problem as Problem where problem.type == .mergeUnderWay {
                    return false
                }
            }()
            var refusal: ProblemType?
            do {
                _ = try await merge.merge(PresentedToken(comer.token), into: goer.account)
            } catch let problem as Problem {
                refusal = problem.type
            }
            let isDeleted = try await deleting
            if refusal != nil {
                #expect(refusal == .mergeTargetClosing && isDeleted, "round \(round)")
                #expect(try await Rows(comer.account, database).tasks.keys.contains(comer.task), "round \(round)")
                let principal = try await merge.authenticator.lookUp(PresentedToken(comer.token))
                #expect(principal.account == comer.account, "round \(round)")
            } else if !isDeleted {
                let there = try await Set(Rows(goer.account, database).tasks.keys)
                #expect(there == [comer.task, goer.task], "round \(round)")
            }
        }
    }
}
