import HTTP

extension ProblemType {
    static let loginFailed = ProblemType(
        "login_failed", .unauthorized, "The email and the password or recovery code do not match")
    static let signInBusy = ProblemType(
        "sign_in_busy", .serviceUnavailable, "Too many logins are in progress; wait as long as Retry-After says")
    static let accountDisabled = ProblemType(
        "account_disabled", .forbidden, "The operator of this server has disabled the account")
    static let emailTaken = ProblemType("email_taken", .conflict, "The email belongs to another account")
    static let alreadyClaimed = ProblemType("already_claimed", .conflict, "The account already has a login")
    static let notClaimed = ProblemType("not_claimed", .conflict, "The account has no email and password yet")
    static let passwordWeak = ProblemType(
        "password_weak", .unprocessableContent, "The password is not accepted; `reason` says why")
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
