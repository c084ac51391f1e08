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

    var database: Database { changes.database }

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

    /// The account's devices that listen fetch it.
    func tellHowManyWait(in account: Identifier) { changes.ledger.announcements.reminded(account) }

    /// What of a proposal would be done now, to whom it is shown.
    func rehearse(
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

    func waiting(_ id: Identifier, _ account: Identifier) async throws -> Proposal? {
        let rows = try await database.read(
            of: account, Proposal.waiting(in: account, "proposal.proposal_id = \(id)", at: .now()))
        return try rows.first.map { try Proposal($0) }
    }

    static func deletion(of id: Identifier, _ account: Identifier) -> Query {
        "DELETE FROM proposal WHERE account_id = \(account) AND proposal_id = \(id)"
    }

    static func places(_ numbers: [Int?], of proposal: Proposal) -> Set<Int>? {
        let places = Set(numbers.compactMap(\.self))
        guard !places.isEmpty, numbers.allSatisfy({ $0 != nil }),
            places.allSatisfy(proposal.actions.gestures.indices.contains)
        else { return nil }
        return places
    }
}

extension ProposedActions {
    func needs(_ places: Set<Int>?) -> SliceNeeds {
        var needs = SliceNeeds()
        for (place, gesture) in gestures.enumerated() where places?.contains(place) ?? true {
            needs.add(gesture.action.needs(on: gesture.task))
        }
        return needs
    }
}

extension ChangePlan {
    /// Does some actions of a proposal; nil are all. What cannot be done is refused alone.
    mutating func perform(_ actions: ProposedActions, _ places: Set<Int>?) throws -> [Int: Problem] {
        takesPartsAlone = false
        let chosen = actions.gestures.enumerated().filter { places?.contains($0.offset) ?? true }
        return try perform(chosen.map { (ProposedActions.place(of: $0.offset), $0.element) }).reduce(into: [:]) {
            $0[$1.key - 1] = $1.value
        }
    }
}
