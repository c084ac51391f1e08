/// Lets pages of other origins call this server (CORS, as the Fetch standard has it).
public struct CrossOriginPolicy: Sendable {
    public enum Origins: Sendable, Equatable {
        case any
        /// The origins as browsers send them: scheme, host and a port that is not the scheme's default; compared byte
        /// by byte.
        case only(Set<String>)
    }

    public var origins: Origins
    public var methods: [Method] = [.get, .head, .post, .put, .patch, .delete]
    /// Request fields that pages may set beyond the few that always are allowed.
    public var requestFields = [
        "authorization", "content-encoding", "content-type", "idempotency-key", "if-match", "if-none-match",
        "last-event-id",
        "x-request-id",
    ]
    /// Response fields that pages may read beyond the few that always are.
    public var exposedFields = [
        "content-disposition", "deprecation", "etag", "link", "location", "ratelimit", "ratelimit-policy",
        "retry-after",
        "sunset", "x-request-id",
    ]
    /// The number of seconds for which a browser need not ask again.
    public var maximumAge = 86_400

    public init(_ origins: Origins) { self.origins = origins }

    /// Parses the setting: `*`, or origins separated by commas. Nil if one of them is not an origin.
    public init?(_ text: String) {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks }
        if pieces == ["*"] {
            self.init(.any)
        } else {
            guard !pieces.isEmpty, pieces.allSatisfy(Self.isOrigin) else { return nil }
            self.init(.only(Set(pieces.map { $0.lowercased() })))
        }
    }

    public func allows(_ origin: String) -> Bool {
        switch origins {
        case .any: true
        case .only(let allowed): allowed.contains(origin)
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme else { return false }
        let authority = text.dropFirst(scheme.count)
        return !authority.isEmpty
            && authority.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x3A, 0x41...0x5B, 0x5D, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }
}

/// Answers preflight requests itself and marks the other answers. Stands outside of what answers problems, so that
/// pages can read those too. Credentials are never allowed: clients authenticate by a token they hold, not by cookies.
public func crossOrigin(_ policy: CrossOriginPolicy) -> Filter {
    let methods = policy.methods.map(\.text).joined(separator: ", ")
    let requestFields = policy.requestFields.joined(separator: ", ")
    let exposed = policy.exposedFields.joined(separator: ", ")
    // With `*` every origin gets the same answer, else caches must keep them apart.
    let varies = policy.origins != .any

    return Filter(
        arrive: { request in
            guard request.method == .options, let origin = request.fields["origin"],
                request.fields.contains("access-control-request-method")
            else { return nil }
            guard policy.allows(origin) else { return Problem(.originNotAllowed).response(to: request.id) }
            var response = Response(.noContent)
            response.fields.add("access-control-allow-methods", methods)
            response.fields.add("access-control-allow-headers", requestFields)
            response.fields.add("access-control-max-age", String(policy.maximumAge))
            return response
        },
        leave: { request, response in
            let origin = request.fields["origin"]
            let isPreflight = request.method == .options && request.fields.contains("access-control-request-method")
            if let origin, policy.allows(origin) {
                if !isPreflight { response.fields.add("access-control-expose-headers", exposed) }
                response.fields.add("access-control-allow-origin", varies ? origin : "*")
            }
            if varies { response.fields.add("vary", "origin") }
        })
}

extension StringProtocol {
    var trimmingBlanks: String {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let text = Substring(self).utf8
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else {
            return ""
        }
        return String(Substring(text[first...last]))
    }
}
