import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Reactor

/// `POST /v1/sync`: what the device changed goes up, what the others changed comes down, in one round trip.
///
/// 200 with the outcome of every operation, in their order, and the rows after the cursor, the push's own effects among
/// them. 409 for a push that would delete most of the account and does not say that it means it, 410 for a cursor that
/// cannot be continued: with either nothing was done, and the device keeps its operations. 403 for operations by a
/// token that may only read. 400 and 422 for a body that is no request; one operation that is none is answered by
/// itself.
struct SyncRoute: Sendable {
    let pages: Pages
    let ledger: Ledger
    let acknowledgements: Acknowledgements

    func answer(_ http: Request, _ principal: Principal, now: Instant) async throws -> Response {
        let read = try await http.syncRequest(of: principal)
        let request = read.request
        var found: PulledPage?
        var outcomes: [Outcome] = []
        var given: [HybridTime?] = []
        var shift: Int64 = 0
        if !request.push.operations.isEmpty {
            switch try await ledger.push(
                request.push, to: principal.account, continuing: request.cursor, isDivisible: true, now: now)
            {
            case .merged(let commit):
                outcomes = commit.outcomes
                given = commit.given.told(beside: request.push.operations)
                shift = commit.shift
                found = pages.page(after: request.cursor, of: commit, limit: request.limit)
            case .massDeleteRefused(let deletions, let total): throw Problem.massDelete(deletions, of: total)
            case .noAccount: throw Problem.unauthenticated
            }
        }
        if found == nil {
            found = try await pages.page(after: request.cursor, of: principal.account, limit: request.limit)
        }
        guard let found else { throw Problem(.cursorGone) }
        var page = found.page
        page.outcomes = outcomes
        page.given = given
        page.clockShift = shift
        page.serverTime = now
        acknowledgements.note(request.cursor, of: principal, at: now)
        let (bytes, rows) = try await aside(if: found.count + page.outcomes.count > PageBound.rowsAtOnce) {
            var writer = JSONWriter(reserving: 256 + found.count * 900 + found.writtenBytes)
            page.begin(in: &writer)
            let start = writer.bytes.count
            try found.writeChanges(to: &writer)
            let end = writer.bytes.count
            page.end(in: &writer, answering: read.operations, ignored: read.ignored)
            return (writer.bytes, start..<end)
        }
        pages.recent.keep(page, of: found.count, as: bytes[rows], after: request.cursor, of: principal.account)
        return .json(bytes)
    }
}

extension Request {
    /// The most operations of one push.
    static let largestPush = 1000

    fileprivate func syncRequest(of principal: Principal) async throws -> ReadSyncRequest {
        // Whoever may not write is told at the first operation, before anything is done with it.
        let mayWrite = principal.scope.allows(.write)
        let read = try await document { reader throws(WireError) in
            try SyncRequest.read(
                &reader, device: principal.device, account: principal.account,
                operations: mayWrite ? Self.largestPush : 0)
        }
        guard !read.hasTooMany else {
            guard mayWrite else { throw Problem(.scopeInsufficient) }
            throw Problem(.tooManyOperations, members: [.init("limit", .number(Self.largestPush))])
        }
        return read
    }
}

extension Problem {
    fileprivate static func massDelete(_ deletions: Int, of total: Int) -> Problem {
        Problem(
            .massDeleteUnconfirmed,
            detail:
                "The push would delete \(deletions) of \(total) tasks. Send it again with confirmMassDelete if it is meant.",
            members: [.init("deletions", .number(deletions)), .init("of", .number(total))])
    }
}

extension ProblemType {
    static let tooManyOperations = ProblemType(
        "too_many_operations", .contentTooLarge, "The push has too many operations; send them in several pushes")

    static let ofSync: [ProblemType] = [.cursorGone, .tooManyOperations, .tooMuchAtOnce]
}
