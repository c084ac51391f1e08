import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// Proposals of an account: made by assistants, and by whoever may change tasks; seen, applied and dismissed by the
/// person.
struct Proposals: Sendable {
    let changes: OnlineChanges

    /// How many an account may have.
    static let most = 10
    /// How many of them may be of one device: an assistant that fills its share leaves room to others.
    static let mostOfOneDevice = 5
    static let longestNote = 2_000
    /// So many lines are told to who proposes them.
    private static let mostTold = 100

    private var database: Database { changes.database }

    var routes: [GuardedRoute] {
        [
            .get("/v1/proposals", needs: .write, list), .post("/v1/proposals", needs: .write, propose),
            .get("/v1/proposals/:proposal", needs: .write, show),
            .post("/v1/proposals/:proposal/application", needs: .write, apply),
            .delete("/v1/proposals/:proposal", needs: .write, dismiss),
        ]
    }

    /// `GET /v1/proposals`: 200 with those that wait, the oldest first, without what they would come to.
    @Sendable private func list(_: Request, _ principal: Principal) async throws -> Response {
        let all = try await database.read(
            of: principal.account, Proposal.waiting(in: principal.account, at: .now())
        ).map { try Proposal($0) }
        return .object { json in json.objects("proposals", all) { $0.proposalMembers($1) } }
    }

    /// `GET /v1/proposals/{proposal}`: 200 with what would differ in the account if it were applied now, with `places`
    /// if these actions of it were; 404.
    @Sendable private func show(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["places"])
        let proposal = try await proposal(request, principal)
        let places = try request.query("places") { text in
            Self.places(text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }, of: proposal)
        }
        let submission = try await Submission(request, principal)
        let difference = try await rehearse(proposal.actions, places, of: proposal.identity, submission)
        return .object { json in
            json.proposalMembers(proposal)
            json.member("actions", proposal.actions.items)
            json.member("revision", difference.revision)
            json.member("tag", difference.tag)
            json.differenceMembers(difference)
        }
    }

    /// `DELETE /v1/proposals/{proposal}`: 204 once it is gone, 404.
    @Sendable private func dismiss(_ request: Request, _ principal: Principal) async throws -> Response {
        let proposal = try await proposal(request, principal)
        _ = try await database.write(of: principal.account, Self.deletion(of: proposal.id, principal.account))
        tellHowManyWait(in: principal.account)
        return Response(.noContent)
    }

    // MARK: Proposing

    /// `POST /v1/proposals` with `{"note":...,"actions":[...]}`, the actions those of `POST /v1/tasks/batch`: changes
    /// nothing, and keeps them for the person to decide about.
    ///
    /// 201 with what would differ; 200 where the device has proposed the very same, and it waits. 422
    /// `proposal_refused` where an action could not be done as things are, `proposal_changes_nothing`,
    /// `invalid_fields`; 409 `too_many_proposals`. Then nothing is kept.
    @Sendable private func propose(_ request: Request, _ principal: Principal) async throws -> Response {
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

    // MARK: Applying

    /// So often what was looked at may change before it is done.
    private static let attempts = 10

    /// `POST /v1/proposals/{proposal}/application` with `{"tag":TAG}`, the one of what was shown, and `places` where
    /// these actions alone are to be done: does them as one deed of who asks, and the proposal is over.
    ///
    /// 200 with what was done; asked again, with that of the first time. `POST /v1/history/{proposal}/undo` takes all
    /// of it back. 409 `proposal_changed` where it would not come to what was shown, 409 `mass_delete_unconfirmed`,
    /// 404, 422. Then nothing was done.
    @Sendable private func apply(_ request: Request, _ principal: Principal) async throws -> Response {
        let asked = try await Submission(request, principal)
        var members = try await asked.members()
        let (given, tag) = (members.take("places"), members.take("tag"))
        let confirmed = try members.takeFlag("confirmMassDelete")
        try ChangePlan.requireNone(members)
        guard case .string(let tag)? = tag else {
            throw Problem(invalid: "tag", .required, "tag must be that of what was shown.")
        }
        let id = try request.identifier("proposal")
        let submission = asked.identified(as: RequestIdentity(proposal: id))
        guard let proposal = try await waiting(id, principal.account) else {
            guard id.proposal == id, let first = try await changes.recall(submission) else { throw Problem(.notFound) }
            return Self.response(to: first, refusing: [:], id)
        }
        let places = try given.flatMap { $0.isNull ? nil : $0 }.map { value in
            guard case .array(let items) = value,
                let places = Self.places(
                    items.map { if case .integer(let n) = $0 { Int(n) } else { nil } }, of: proposal)
            else {
                throw Problem(
                    invalid: "places", .malformed, "places must hold the numbers of actions, which count from 0.")
            }
            return places
        }
        for _ in 0..<Self.attempts {
            let shown = try await rehearse(proposal.actions, places, of: proposal.identity, submission)
            guard shown.tag == tag else {
                // The same request may have been on its way twice.
                if let first = try await changes.recall(submission) {
                    return Self.response(to: first, refusing: [:], id)
                }
                throw Problem(.proposalChanged)
            }
            do {
                let (settled, refusals) = try await changes.make(
                    submission, seeing: proposal.actions.needs(places), confirmMassDelete: confirmed, isDivisible: true
                ) { plan in
                    guard plan.revision == shown.revision else { throw ChangedMeanwhile() }
                    try plan.perform(proposalOf: proposal.device.id)
                    plan.alongside.append(Self.deletion(of: id, principal.account))
                    return try plan.perform(proposal.actions, places)
                }
                tellHowManyWait(in: principal.account)
                return Self.response(to: settled, refusing: refusals ?? [:], id)
            } catch is ChangedMeanwhile {
                continue
            }
        }
        throw Problem(.databaseTooSlow, fields: ["retry-after": "1"])
    }

    private static func response(
        to settled: ChangeResult, refusing refusals: [Int: Problem], _ id: Identifier
    ) -> Response {
        let identity = RequestIdentity(proposal: id)
        var tasks: [Int: Identifier] = [:]
        for entry in settled.entries {
            guard let place = identity.place(of: entry.operation.opId), (1...BatchTasks.most).contains(place) else {
                continue
            }
            tasks[place - 1] = entry.operation.entity == .task ? entry.operation.id : nil
        }
        let done = settled.outcomes.keys.filter { (1...BatchTasks.most).contains($0) }.map { $0 - 1 }.sorted()
        return .object { json in
            json.member("revision", settled.revision)
            json.member("opId", id)
            json.objects("done", done) { json, action in
                json.member("action", action)
                json.member("id", tasks[action])
            }
            json.refused(refusals)
        }
    }

    // MARK: What all have in common

    /// The account's devices that listen fetch it.
    private func tellHowManyWait(in account: Identifier) { changes.ledger.announcements.reminded(account) }

    /// What of a proposal would be done now, to whom it is shown.
    private func rehearse(
        _ actions: ProposedActions, _ places: Set<Int>?, of identity: RequestIdentity, _ submission: Submission,
        hiding hidden: Set<Identifier> = []
    ) async throws -> ProposedDifference {
        let (settled, (refusals, revision)) = try await changes.rehearse(
            submission.identified(as: identity), seeing: actions.needs(places)
        ) { plan in (try plan.perform(actions, places), plan.revision) }
        return ProposedDifference(settled, refusing: refusals, asOf: revision, identity, hiding: hidden)
    }

    private func proposal(_ request: Request, _ principal: Principal) async throws -> Proposal {
        try await Problem.require(waiting(request.identifier("proposal"), principal.account), else: .notFound)
    }

    private func waiting(_ id: Identifier, _ account: Identifier) async throws -> Proposal? {
        let rows = try await database.read(
            of: account, Proposal.waiting(in: account, "proposal.proposal_id = \(id)", at: .now()))
        return try rows.first.map { try Proposal($0) }
    }

    private static func deletion(of id: Identifier, _ account: Identifier) -> Query {
        "DELETE FROM proposal WHERE account_id = \(account) AND proposal_id = \(id)"
    }

    private static func places(_ numbers: [Int?], of proposal: Proposal) -> Set<Int>? {
        let places = Set(numbers.compactMap(\.self))
        guard !places.isEmpty, numbers.allSatisfy({ $0 != nil }),
            places.allSatisfy(proposal.actions.gestures.indices.contains)
        else { return nil }
        return places
    }
}

/// Something in the account changed between what was looked at and what was to be done.
private struct ChangedMeanwhile: Error {}

extension ProposedActions {
    fileprivate func needs(_ places: Set<Int>?) -> SliceNeeds {
        var needs = SliceNeeds()
        for (place, gesture) in gestures.enumerated() where places?.contains(place) ?? true {
            needs.add(gesture.action.needs(on: gesture.task))
        }
        return needs
    }
}

extension ChangePlan {
    /// Does some actions of a proposal; nil are all. What cannot be done is refused alone.
    fileprivate mutating func perform(_ actions: ProposedActions, _ places: Set<Int>?) throws -> [Int: Problem] {
        takesPartsAlone = false
        let chosen = actions.gestures.enumerated().filter { places?.contains($0.offset) ?? true }
        return try perform(chosen.map { (ProposedActions.place(of: $0.offset), $0.element) }).reduce(into: [:]) {
            $0[$1.key - 1] = $1.value
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

extension ProblemType {
    static let tooManyProposals = ProblemType(
        "too_many_proposals", .conflict, "As many proposals wait as may, of this device or of the account")
    static let proposalChanged = ProblemType(
        "proposal_changed", .conflict, "The proposal would not come to what was shown any more; nothing was done")
    static let proposalRefused = ProblemType(
        "proposal_refused", .unprocessableContent, "Something of the proposal could not be done")
    static let proposalChangesNothing = ProblemType(
        "proposal_changes_nothing", .unprocessableContent, "Everything is as the proposal would have it")

    static let ofProposals: [ProblemType] = [
        .tooManyProposals, .proposalChanged, .proposalRefused, .proposalChangesNothing,
    ]
}
