import DaybookCore
import DaybookHost

/// What a provider publishes of itself (OpenID Connect Discovery, 3), as far as it is used here.
package struct ProviderMetadata: Sendable {
    let authorizationEndpoint: WebAddress
    let tokenEndpoint: WebAddress
    let keys: WebAddress
    let revocationEndpoint: WebAddress?
    /// The client's secret goes into the form rather than into a field of the head.
    let takesSecretInForm: Bool
    /// Its answers through the browser say from whom they come (RFC 9207).
    let namesItself: Bool

    package static func address(of issuer: WebAddress) -> String {
        issuer.appending("/.well-known/openid-configuration")
    }

    /// Takes the document of this very issuer alone: one that could speak for another would be another's.
    init(_ document: [UInt8], of issuer: WebAddress) throws(ProviderTrouble) {
        guard let json = try? JSONValue(json: document) else { throw .unusable(.document) }
        guard json["issuer"]?.text == issuer.text else { throw .unusable(.issuer) }
        guard let authorization = json.address("authorization_endpoint", of: issuer),
            let token = json.address("token_endpoint", of: issuer), let keys = json.address("jwks_uri", of: issuer)
        else { throw .unusable(.document) }
        authorizationEndpoint = authorization
        tokenEndpoint = token
        self.keys = keys
        revocationEndpoint = json.address("revocation_endpoint", of: issuer)
        let methods = json["token_endpoint_auth_methods_supported"]?.texts ?? ["client_secret_basic"]
        takesSecretInForm = methods.contains("client_secret_post")
        namesItself = json["authorization_response_iss_parameter_supported"] == true
    }
}

extension JSONValue {
    /// A provider on https must not send people to plain http, not even on this machine.
    fileprivate func address(_ name: String, of issuer: WebAddress) -> WebAddress? {
        self[name]?.text.flatMap(WebAddress.init).flatMap { $0.isSecure || !issuer.isSecure ? $0 : nil }
    }
}
