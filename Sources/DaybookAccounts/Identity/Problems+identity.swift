import HTTP

extension ProblemType {
    static let identityProviderUnknown = ProblemType(
        "identity_provider_unknown", .notFound, "This server has no identity provider of that name")
    static let identityProviderUnavailable = ProblemType(
        "identity_provider_unavailable", .serviceUnavailable, "The identity provider cannot be reached; try again")
    static let identityProviderUnusable = ProblemType(
        "identity_provider_unusable", .badGateway, "The identity provider did not answer as the standard says")
    static let identityTokenRefused = ProblemType(
        "identity_token_refused", .forbidden, "The identity token was refused; `reason` says why")
    static let authorizationRefused = ProblemType(
        "authorization_refused", .forbidden, "The identity provider refused the sign-in")
    static let signInOver = ProblemType(
        "sign_in_over", .gone, "This sign-in is unknown, was used already or took too long; begin again")
    static let signInCodeWrong = ProblemType(
        "sign_in_code_wrong", .forbidden, "The code is not the one that the browser was shown")
    static let returnAddressNotAllowed = ProblemType(
        "return_address_not_allowed", .unprocessableContent, "The operator does not allow this return address")
    static let identityTaken = ProblemType(
        "identity_taken", .conflict, "The identity belongs to another account")
    static let lastWayIn = ProblemType(
        "last_way_in", .conflict, "It is the only way into the account; set a password first")

    package static let ofIdentity: [ProblemType] = [
        .identityProviderUnknown, .identityProviderUnavailable, .identityProviderUnusable, .identityTokenRefused,
        .authorizationRefused, .signInOver, .signInCodeWrong, .returnAddressNotAllowed, .identityTaken, .lastWayIn,
    ]
}

extension Problem {
    init(_ trouble: ProviderTrouble) {
        switch trouble {
        case .unreachable: self.init(.identityProviderUnavailable, fields: ["retry-after": "30"])
        case .unusable: self.init(.identityProviderUnusable)
        case .refused: self.init(.authorizationRefused)
        }
    }

    init(_ refusal: TokenRefusal) {
        self.init(.identityTokenRefused, members: [Member("reason", .text(refusal.rawValue))])
    }
}
