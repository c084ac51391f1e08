import HTTP

extension ProblemType {
    static let loginFailed = ProblemType(
        "login_failed", .unauthorized, "Email and password, or recovery code, do not fit together")
    static let signInBusy = ProblemType(
        "sign_in_busy", .serviceUnavailable, "Too many are logging in at this moment; wait as long as Retry-After says")
    static let accountDisabled = ProblemType(
        "account_disabled", .forbidden, "The operator of this server has disabled the account")
    static let emailTaken = ProblemType("email_taken", .conflict, "The email leads to another account")
    static let alreadyClaimed = ProblemType("already_claimed", .conflict, "The account has a login already")
    static let notClaimed = ProblemType("not_claimed", .conflict, "The account has no email and password yet")
    static let passwordWeak = ProblemType(
        "password_weak", .unprocessableContent, "The password is not taken; `reason` says why")
    static let proofRequired = ProblemType(
        "proof_required", .unprocessableContent, "This needs a fresh proof that you are the owner; `accepts` says which"
    )
    static let proofFailed = ProblemType("proof_failed", .forbidden, "That does not prove that you are the owner")

    package static let ofSignIn: [ProblemType] = [
        .loginFailed, .signInBusy, .accountDisabled, .emailTaken, .alreadyClaimed, .notClaimed, .passwordWeak,
        .proofRequired, .proofFailed,
    ]
}

extension Problem {
    init(_ weakness: Password.Weakness) {
        self.init(
            .passwordWeak, detail: weakness.sentence, members: [Member("reason", .text(weakness.rawValue))])
    }
}
