import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

extension Proposals {
    /// So often what was looked at may change before it is done.
    private static let attempts = 10

    /// `POST /v1/proposals/{proposal}/application` with `{"tag":TAG}`, the one of what was shown, and `places` where
    /// these actions alone are to be done: does them as one deed of who asks, and the proposal is over.
    ///
    /// 200 with what was done; asked again, with that of the first time. `POST /v1/history/{proposal}/undo` takes all
    /// of it back. 409 `proposal_changed` where it would not come to what was shown, 409 `mass_delete_unconfirmed`,
    /// 404, 422. Then nothing was done.
    @Sendable func apply(_ request: Request, _ principal: Principal) async throws -> Response {
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
}

/// Something in the account changed between what was looked at and what was to be done.
private struct ChangedMeanwhile: Error {}
