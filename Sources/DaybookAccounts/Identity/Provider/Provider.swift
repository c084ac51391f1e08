import DaybookHost

/// An identity provider, as the operator has set it up.
package struct Provider: Sendable {
    /// Used in paths and in the tables: lower-case letters, digits and hyphens.
    package let name: String
    /// On the button.
    let title: String
    package let issuer: WebAddress
    /// Who we are to the provider in a browser.
    let clientID: String
    /// Whom its tokens may be made for: the client of the browser and the native apps.
    let audiences: [String]
    let credentials: Credentials

    enum Credentials: Sendable {
        /// PKCE alone.
        case none
        case secret(String)
        /// Sign in with Apple: a short-lived token signed with the team's key.
        case apple(AppleKey)
    }

    /// Apple wants its tokens revoked when an account is deleted, so its refresh token is kept, sealed.
    var keepsRefreshToken: Bool { if case .apple = credentials { true } else { false } }

    static let appleIssuer = "https://appleid.apple.com"
}

/// The key with which a team at Apple proves itself.
struct AppleKey: Sendable {
    let team: String
    let name: String
    let pem: [UInt8]
}
