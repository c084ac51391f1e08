import DaybookCore
import DaybookHost

/// Everything asked of one provider: its metadata and keys, kept for an hour, and its token endpoint.
package struct ProviderConnection: Sendable {
    let provider: Provider
    let outbound: Outbound
    private let metadataKept: Fetched<ProviderMetadata>
    private let keysKept: Fetched<[PublicKey]>

    private static let age: Int64 = 3_600_000

    package init(_ provider: Provider, _ outbound: Outbound, now: @escaping @Sendable () -> Instant) {
        self.provider = provider
        self.outbound = outbound
        let metadata = Fetched { () async throws(ProviderTrouble) in
            let document = try await outbound.document(ProviderMetadata.address(of: provider.issuer))
            return try ProviderMetadata(document, of: provider.issuer)
        }
        metadataKept = metadata
        keysKept = Fetched { () async throws(ProviderTrouble) in
            let address = try await metadata.value(noOlderThan: Self.age, at: now()).keys
            let document = try await outbound.document(address.text)
            guard let json = try? JSONValue(json: document), case .array(let keys)? = json["keys"] else {
                throw .unusable(.keys)
            }
            return keys.compactMap(PublicKey.init)
        }
    }

    func metadata(at now: Instant) async throws(ProviderTrouble) -> ProviderMetadata {
        try await metadataKept.value(noOlderThan: Self.age, at: now)
    }

    /// The keys that it publishes and that can be used here.
    package func keys(at now: Instant) async throws(ProviderTrouble) -> [PublicKey] {
        try await keysKept.value(noOlderThan: Self.age, at: now)
    }

    /// Whom a token speaks of, if everything about it is right; its nonce is left to the caller.
    func identity(
        provenBy token: IdentityToken, at now: Instant
    ) async throws(ProviderTrouble) -> Result<Identity, TokenRefusal> {
        guard let key = try await key(of: token, at: now) else { return .failure(.key) }
        guard key.algorithms.contains(token.algorithm) else { return .failure(.algorithm) }
        guard token.isSigned(by: key) else { return .failure(.signature) }
        return Result { () throws(TokenRefusal) in
            try token.identity(issuer: provider.issuer.text, audiences: provider.audiences, at: now)
        }
    }

    /// A key that is not known yet is a new one, or made up: the set is fetched again, at most once a minute.
    private func key(of token: IdentityToken, at now: Instant) async throws(ProviderTrouble) -> PublicKey? {
        if let key = token.key(among: try await keys(at: now)) { return key }
        return token.key(among: try await keysKept.value(noOlderThan: Fetched<[PublicKey]>.pause, at: now))
    }
}

extension Outbound {
    /// A published document.
    fileprivate func document(_ address: String) async throws(ProviderTrouble) -> [UInt8] {
        let answer = try await asking { () async throws(Trouble) in try await get(address) }
        guard answer.status == 200 else { throw answer.status >= 500 ? .unreachable : .unusable(.status) }
        return answer.body
    }

    func asking(_ ask: () async throws(Trouble) -> Answer) async throws(ProviderTrouble) -> Answer {
        do throws(Trouble) { return try await ask() } catch {
            switch error {
            case .unreachable: throw .unreachable
            case .tooLarge: throw .unusable(.tooLarge)
            }
        }
    }
}
