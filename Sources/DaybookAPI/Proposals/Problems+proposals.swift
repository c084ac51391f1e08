import HTTP

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
