import DaybookCore
import DaybookHost
import HTTP

/// Why a client was refused, in the words of OAuth 2 (RFC 6749, 5.2), which its library reads.
struct OAuthRefusal: Error, Equatable {
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        /// Of another resource (RFC 8707).
        case invalidTarget = "invalid_target"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        /// The person said no.
        case accessDenied = "access_denied"
        case invalidRedirect = "invalid_redirect_uri"
        case invalidMetadata = "invalid_client_metadata"
    }

    let code: Code
    /// For whoever makes the client. Nothing in it comes from the request.
    let sentence: String

    init(_ code: Code, _ sentence: String) { (self.code, self.sentence) = (code, sentence) }

    var response: Response {
        .secret(code == .invalidClient ? .unauthorized : .badRequest) { json in
            json.member("error", code.rawValue)
            json.member("error_description", sentence)
        }
    }

    static let unknownClient = OAuthRefusal(.invalidClient, "There is no client of this client_id; register one.")
    static let unclear = OAuthRefusal(.invalidRequest, "A parameter is there twice, or cannot be read.")
    static let otherResource = OAuthRefusal(.invalidTarget, "The resource is not the one that the metadata name.")
    static let otherScope = OAuthRefusal(.invalidScope, "The scopes are agent and agent_read, and there is no other.")
    /// Says no more, so that who guesses learns nothing.
    static let badGrant = OAuthRefusal(
        .invalidGrant, "The code or token is unknown, used, over, or was issued for something else.")
}

/// The parameters of a question of OAuth 2. One without a value is one that is not there (RFC 6749, 3.1).
struct OAuthParameters {
    private let values: [String: String]

    /// Throws where one is there twice: two readers could take different ones.
    init(_ items: [(name: String, value: String)]) throws(OAuthRefusal) {
        guard items.count <= 50 else { throw .unclear }
        var values: [String: String] = [:]
        for item in items where values.updateValue(item.value, forKey: item.name) != nil { throw .unclear }
        self.values = values
    }

    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension Request {
    static let longestForm = 16 << 10

    /// The body as a form. Throws 415 for another media type.
    func form() async throws -> OAuthParameters {
        let type = fields["content-type"]?.prefix { $0 != ";" }.trimmingSpaces().lowercased()
        guard type == "application/x-www-form-urlencoded" else {
            throw Problem(.unsupportedMediaType, detail: "Send content-type: application/x-www-form-urlencoded.")
        }
        guard let items = FormItems.read(try await body.collect(upTo: Self.longestForm)) else {
            throw OAuthRefusal.unclear
        }
        return try OAuthParameters(items)
    }
}
