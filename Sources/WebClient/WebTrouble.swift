import CCurl

/// There was no answer, or it was incomplete.
public struct WebTrouble: Error, Hashable, Sendable {
    public enum Kind: Sendable {
        /// The address leads to a network that this client may not reach, or is not HTTPS where it has to be.
        case forbidden
        /// It is not an address that a request can be sent to.
        case malformed
        case unresolved
        case unreachable
        case untrusted
        case late
        /// More than is read of an answer.
        case tooLong
        /// A connection that broke, an answer that is none, a request that was given up.
        case broken
    }

    public let kind: Kind
    /// A sentence of libcurl's, or one about it.
    public let reason: String

    init(_ kind: Kind = .broken, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    init(_ code: CURLcode) { self.init(Self.kind(of: code), reason: String(cString: ccurl_message(code))) }

    static let notInstalled = WebTrouble(reason: "libcurl is not installed (in Debian it is the package libcurl4)")
    static let noMemory = WebTrouble(reason: "there is not enough memory for a request")
    static let malformed = WebTrouble(.malformed, reason: "the address or a field is none that can be sent")
    static let gone = WebTrouble(reason: "the request was given up")
    static let noAnswer = WebTrouble(reason: "the connection ended without an answer")
    static let forbidden = WebTrouble(.forbidden, reason: "the address is in a network that is not allowed")
    static let tooLong = WebTrouble(.tooLong, reason: "the answer is too long")
    static let crowded = WebTrouble(.late, reason: "too many requests waited for the same server")

    private static func kind(of code: CURLcode) -> Kind {
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .malformed
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .late
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_USE_SSL_FAILED, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .untrusted
        default: .broken
        }
    }
}
