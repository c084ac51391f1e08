import DaybookCore
import DaybookStore
import Postgres
import Reactor

/// Reads how far accounts have come, for whoever asks whether there is anything new. Those who ask in the same turn of
/// a reactor, or while others are being answered, go together in one statement: a row costs PostgreSQL far less than
/// the statement around it.
package final class AccountPositions: Sendable {
    private let database: Database
    private let desks: PerReactor<Desk>

    /// One that is being answered, and one that the server can go on with while the answers are handed out.
    private static let mostUnderWay = 2
    /// Whoever comes after these asks alone.
    private static let mostTogether = 500

    private struct Desk {
        /// Somebody gathers those who ask, and asks for them.
        var isLed = false
        var followers: [Follower] = []
        /// Statements that are not answered.
        var underWay = 0
        /// Who leads and has to wait for one of them.
        var leader: UnsafeContinuation<Void, Never>?
    }

    private struct Follower {
        let account: Identifier
        /// Resumed with nil where the statement failed: each then asks alone, and hears its own error.
        let continuation: UnsafeContinuation<[Identifier: AccountPosition]?, Never>
    }

    private enum Part { case leads, follows, isAlone }

    package init(_ database: Database) {
        self.database = database
        desks = PerReactor(database.reactors) { _ in Desk() }
    }

    /// Nil where there is no such account.
    package func position(of account: Identifier) async throws -> AccountPosition? {
        // A statement over several accounts would go to all servers over which the tables are spread.
        guard try await !database.isSpread() else { return try await ask(account) }
        let cause = Reactor.current?.cause
        defer { Reactor.current?.cause = cause }
        switch part() {
        case .isAlone: return try await ask(account)
        case .leads: return try await lead(account)
        case .follows:
            let answer = await withUnsafeContinuation { continuation in
                desks.withCurrent { $0.followers.append(Follower(account: account, continuation: continuation)) }
            }
            guard let answer else { return try await ask(account) }
            return answer[account]
        }
    }

    private func part() -> Part {
        let part = desks.withCurrent { desk -> Part in
            guard desk.isLed else {
                desk.isLed = true
                return .leads
            }
            return desk.followers.count < Self.mostTogether ? .follows : .isAlone
        }
        return part ?? .isAlone
    }

    private func lead(_ account: Identifier) async throws -> AccountPosition? {
        // Until the tasks that are ready have asked as well.
        await Task.yield()
        if desks.withCurrent({ $0.underWay >= Self.mostUnderWay }) == true {
            await withUnsafeContinuation { continuation in desks.withCurrent { $0.leader = continuation } }
        }
        let followers = desks.withCurrent { desk in
            defer { desk.followers = [] }
            desk.isLed = false
            desk.underWay += 1
            return desk.followers
        }
        defer { leave() }
        guard let followers, !followers.isEmpty else { return try await ask(account) }
        do {
            let positions = try await ask([account] + followers.map(\.account))
            for follower in followers { follower.continuation.resume(returning: positions) }
            return positions[account]
        } catch {
            for follower in followers { follower.continuation.resume(returning: nil) }
            throw error
        }
    }

    private func leave() {
        let next = desks.withCurrent { desk in
            defer { desk.leader = nil }
            desk.underWay -= 1
            return desk.leader
        }
        next??.resume()
    }

    private func ask(_ account: Identifier) async throws -> AccountPosition? {
        try await database.read(AccountPosition.query(of: account)).first.map { try AccountPosition($0) }
    }

    private func ask(_ accounts: [Identifier]) async throws -> [Identifier: AccountPosition] {
        let rows = try await database.read(AccountPosition.query(of: accounts))
        var positions: [Identifier: AccountPosition] = [:]
        for row in rows { positions[try row.decode(3, as: Identifier.self)] = try AccountPosition(row) }
        return positions
    }
}
