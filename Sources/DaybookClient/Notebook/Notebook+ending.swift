import DaybookCore

/// What shows that it is the owner who asks, and not somebody who found the device.
public enum OwnerProof: Hashable, Sendable {
    /// The password of an account that has a login, or one of its recovery codes.
    case password(String), recoveryCode(String)
    /// A native app's new token of the provider that the account is signed in to with.
    case identityToken(String, provider: String)
    /// The account's own id, of an account that has no way in but its devices.
    case account(Identifier)

    var members: [JSONMember] {
        switch self {
        case .password(let text): [JSONMember("password", .string(text))]
        case .recoveryCode(let text): [JSONMember("recoveryCode", .string(text))]
        case .identityToken(let token, let provider):
            [JSONMember("provider", .string(provider)), JSONMember("identityToken", .string(token))]
        case .account(let id): [JSONMember("confirm", .string(id.text))]
        }
    }
}

extension Notebook {
    /// Deletes the account at its server with everything in it, for all its devices, and then what this device holds of
    /// it: afterwards this is a new notebook. Nothing of it can be brought back; offer an `export` first.
    ///
    /// Throws `EntryFailure` where the server did not do it; then everything is as it was.
    public func deleteAccount(_ proof: OwnerProof) async throws {
        _ = try await asked("DELETE", "/v1/account", proof.members)
        pause()
        session.tokenFile.remove()
        try stored.beginAnew()
        wake { $0.beginAnew() }
        tellOfOthers()
    }
}
