import HTTP

extension ProblemType {
    static let passkeysOff = ProblemType(
        "passkeys_off", .notFound, "This server takes no passkeys; it has no public address with a name")
    static let passkeyRefused = ProblemType(
        "passkey_refused", .forbidden, "The passkey proves nothing; `reason` says why")
    static let passkeyThere = ProblemType("passkey_there", .conflict, "The account has this passkey already")
    static let tooManyPasskeys = ProblemType(
        "too_many_passkeys", .conflict, "The account has as many passkeys as it may; remove one first")

    package static let ofPasskeys: [ProblemType] = [.passkeysOff, .passkeyRefused, .passkeyThere, .tooManyPasskeys]
}

extension Problem {
    init(_ refusal: PasskeyRefusal) {
        self.init(.passkeyRefused, members: [Member("reason", .text(refusal.rawValue))])
    }
}
