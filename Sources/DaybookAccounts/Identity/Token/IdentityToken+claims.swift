import DaybookCore

/// Somebody, as a provider knows them: the pair never changes, unlike an email address.
struct Identity: Hashable, Sendable {
    let issuer: String
    let subject: String
}

extension IdentityToken {
    /// Clocks of servers differ.
    static let leeway: Int64 = 60

    /// Checks what the token says after OpenID Connect Core, 3.1.3.7, except for the nonce, which is the caller's, and
    /// answers whom it speaks of.
    func identity(issuer: String, audiences: [String], at now: Instant) throws(TokenRefusal) -> Identity {
        guard claims["iss"]?.text == issuer else { throw .issuer }
        let named = claims["aud"]?.texts ?? []
        // A token that is for somebody else as well could be used here by them.
        guard !named.isEmpty, named.allSatisfy({ audiences.contains($0) }) else { throw .audience }
        if let party = claims["azp"] {
            guard let party = party.text, audiences.contains(party) else { throw .audience }
        }
        let seconds = now.milliseconds / 1000
        guard let expiry = claims["exp"]?.seconds, let issuedAt = claims["iat"]?.seconds else { throw .time }
        guard seconds < expiry.adding(Self.leeway) else { throw .expired }
        guard issuedAt <= seconds + Self.leeway else { throw .time }
        if let beginning = claims["nbf"] {
            guard let beginning = beginning.seconds, beginning <= seconds + Self.leeway else { throw .time }
        }
        // At most 255 ASCII characters by the standard.
        guard let subject = claims["sub"]?.text, 1...255 ~= subject.utf8.count,
            subject.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
        else { throw .subject }
        return Identity(issuer: issuer, subject: subject)
    }

    var nonce: String? { claims["nonce"]?.text }

    /// The audience it was made for, where there is just one.
    var audience: String? { claims["aud"]?.texts?.first }
}

extension JSONValue {
    /// One text, or a list of nothing but texts.
    var texts: [String]? {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.compactMap(\.text).count == items.count ? items.compactMap(\.text) : nil
        default: nil
        }
    }

    /// Seconds since 1970; a few providers write them with decimals.
    fileprivate var seconds: Int64? {
        switch self {
        case .integer(let seconds): seconds
        case .decimal(let text): Double(text).flatMap { Int64(exactly: $0.rounded(.down)) }
        default: nil
        }
    }
}

extension Int64 {
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
