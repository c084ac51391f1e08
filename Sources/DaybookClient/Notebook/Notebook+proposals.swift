import DaybookCore

/// What assistants would like to have done. The server keeps it, so it is asked: these throw `EntryFailure`.
extension Notebook {
    /// The proposals that wait for the person, the oldest first.
    public func proposals() async throws -> [Proposal] {
        try Self.read(try await asked("GET", "/v1/proposals").items("proposals"), Proposal.init)
    }

    /// What a proposal would come to if it were applied now; nothing is done. Show all of it before
    /// ``applyProposal(_:confirmingDeletions:)``.
    ///
    /// - Parameter actions: of which actions alone, by their places from 0 on; nil for all.
    public func rehearseProposal(_ proposal: Identifier, only actions: Set<Int>? = nil) async throws
        -> ProposalRehearsal
    {
        // What is unsent belongs to what is there.
        await sync()
        let places = actions.map { "?places=" + $0.sorted().map(String.init).joined(separator: ",") } ?? ""
        let answer = try await asked("GET", "/v1/proposals/\(proposal)\(places)")
        return try Self.read(answer) { ProposalRehearsal($0, of: actions) }
    }

    /// Does what was shown, by this device and as one deed, and then the proposal is over, with the actions that were
    /// left out. `undo` of what it answers takes all of it back.
    ///
    /// Where it would not come to that any more, nothing is done, and it is refused with the code `proposal_changed`:
    /// show what it would come to now. Asking again after an answer that was lost does nothing twice.
    ///
    /// - Parameter confirmingDeletions: also where it deletes most of what there is, which is refused with
    ///   `mass_delete_unconfirmed` otherwise.
    @discardableResult
    public func applyProposal(
        _ shown: ProposalRehearsal, confirmingDeletions: Bool = false
    ) async throws -> AppliedProposal {
        await sync()
        var members = [JSONMember("tag", .string(shown.tag))]
        if let actions = shown.actions {
            members.append(JSONMember("places", .array(actions.sorted().map { .integer(Int64($0)) })))
        }
        if confirmingDeletions { members.append(JSONMember("confirmMassDelete", true)) }
        let answer = try await insisting(on: "/v1/proposals/\(shown.proposal.id)/application", members)
        let applied = try Self.read(answer, AppliedProposal.init)
        await sync()
        return applied
    }

    /// Takes back all that was applied, and answers what somebody has changed since, which stays.
    @discardableResult
    public func undo(_ applied: AppliedProposal) async throws -> [UndoPlan.Kept] {
        let answer = try await insisting(on: "/v1/history/\(applied.change)/undo", [])
        let kept = try Self.read(answer.items("kept"), UndoPlan.Kept.init)
        await sync()
        return kept
    }

    /// Does nothing of a proposal; it is gone then.
    public func dismissProposal(_ proposal: Identifier) async throws {
        _ = try await asked("DELETE", "/v1/proposals/\(proposal)")
    }
}
