import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

extension Proposals {
    /// So many lines are told to who proposes them.
    private static let mostTold = 100

    /// `POST /v1/proposals` with `{"note":...,"actions":[...]}`, the actions those of `POST /v1/tasks/batch`: changes
    /// nothing, and keeps them for the person to decide about.
    ///
    /// 201 with what would differ; 200 where the device has proposed the very same, and it waits. 422
    /// `proposal_refused` where an action could not be done as things are, `proposal_changes_nothing`,
    /// `invalid_fields`; 409 `too_many_proposals`. Then nothing is kept.
    @Sendable func propose(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        var members = try await submission.members()
        let (note, given) = (try members.takeNote(), members.take("actions"))
        try ChangePlan.requireNone(members)
        let id = Proposal.newID()
        let identity = RequestIdentity(proposal: id)
        let actions = try ProposedActions(proposed: given, of: identity)
        let hidden = try await listsKept(from: principal)
        let difference = try await rehearse(actions, nil, of: identity, submission, hiding: hidden)
        guard difference.refusals.isEmpty else {
            let refused = JSONWriter.bytes { $0.refused(difference.refusals.first(Problem.mostFields)) }
            guard case .object(let document)? = try? JSONValue(json: refused), let list = document["refused"] else {
                throw Problem(.proposalRefused)
            }
            throw Problem(.proposalRefused, members: [.init("refused", .json(list.json))])
        }
        guard !difference.lines.isEmpty else { throw Problem(.proposalChangesNothing) }
        let told = JSONWriter.bytes { $0.differenceMembers(difference) }
        guard told.count <= PageBound.bytes else {
            throw Problem(invalid: "actions", .tooLong, "It would change more than can be shown. Propose less at once.")
        }
        let (kept, isNew) = try await keep(
            id, note, actions,
            asked: Sodium.sha256(JSONValue.array([note.map { .string($0) } ?? .null, given ?? .null]).json),
            by: principal, at: submission.now)
        if isNew { tellHowManyWait(in: principal.account) }
        // New tasks have the ids of the one that waits already.
        let shown =
            isNew
            ? difference : try await rehearse(kept.actions, nil, of: kept.identity, submission, hiding: hidden)
        return .object(isNew ? .created : .ok) { json in
            json.proposalMembers(kept)
            json.differenceMembers(shown, most: Self.mostTold)
        }
    }

    private func listsKept(from principal: Principal) async throws -> Set<Identifier> {
        guard principal.isAssistant else { return [] }
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT list_id FROM list
            WHERE account_id = \(principal.account) AND NOT \(Visibility(principal).lists)
            """)
        return Set(try rows.decode(Identifier.self))
    }

    private func keep(
        _ id: Identifier, _ note: String?, _ actions: ProposedActions, asked hash: [UInt8], by principal: Principal,
        at now: Instant
    ) async throws -> (Proposal, isNew: Bool) {
        let account = principal.account
        return try await database.transaction(of: account) { transaction in
            // One after the other, or two requests at once would both find room for one.
            let rows = try await transaction.run([
                "SELECT 1 FROM account_clock WHERE account_id = \(account) FOR UPDATE",
                """
                DELETE FROM proposal WHERE account_id = \(account) AND (expires_at <= \(now) OR device_id IN (
                    SELECT device_id FROM device WHERE account_id = \(account) AND revoked_at IS NOT NULL))
                """,
                Proposal.waiting(
                    in: account, "proposal.device_id = \(principal.device) AND proposal.asked_hash = \(hash)", at: now),
                """
                SELECT count(*) < \(Self.most)
                    AND count(*) FILTER (WHERE device_id = \(principal.device)) < \(Self.mostOfOneDevice)
                FROM proposal WHERE account_id = \(account)
                """,
            ])
            if let known = rows[2].first { return (try Proposal(known), false) }
            guard try rows[3].first?.decode(0, as: Bool.self) == true else { throw Problem(.tooManyProposals) }
            let kept = try await transaction.commit(after: [
                """
                INSERT INTO proposal (account_id, proposal_id, device_id, made_at, expires_at, note, actions, asked_hash)
                VALUES (\(account), \(id), \(principal.device), \(now), \(now.adding(milliseconds: Proposal.lifetime)),
                    \(note as String?), \(actions.text), \(hash))
                """,
                Proposal.waiting(in: account, "proposal.proposal_id = \(id)", at: now),
            ])
            guard let row = kept[1].first else { throw Problem.unauthenticated }
            return (try Proposal(row), true)
        }
    }
}

extension [JSONMember] {
    fileprivate mutating func takeNote() throws -> String? {
        switch take("note") {
        case nil, .null?: return nil
        case .string(let note)?:
            let isPlain = note.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
            guard isPlain else { throw Problem(invalid: "note", .malformed, "note holds control characters.") }
            guard note.utf8.count <= Proposals.longestNote else {
                throw Problem(invalid: "note", .tooLong, "note is longer than \(Proposals.longestNote) bytes.")
            }
            return note.isEmpty ? nil : note
        default: throw Problem(invalid: "note", .wrongType, "note must be a string.")
        }
    }
}

extension [Int: Problem] {
    fileprivate func first(_ most: Int) -> [Int: Problem] {
        let kept = sorted { $0.key < $1.key }.prefix(most)
        return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
