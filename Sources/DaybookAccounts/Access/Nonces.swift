import DaybookCore
import DaybookHost
import Postgres

/// Nonces for native apps and challenges for passkeys: what was made with one was made for this server, within the last
/// minutes, and counts once.
///
/// A nonce carries its expiry and the server's proof, so asking for one stores nothing and floods nothing. Those that
/// came back in something good are remembered, hashed, until they expire.
struct Nonces: Sendable {
    let secret: SecretKey
    /// What they are for: one for something else is none of these.
    var purpose: [UInt8] = []

    static let lifetime: Int64 = 600

    /// Seconds since 1970, randomness and proof.
    private static let parts = (expiry: 8, random: 16, proof: 16)

    func issue(at now: Instant) -> (text: String, expiresAt: Instant) {
        let expiry = now.milliseconds / 1000 + Self.lifetime
        let head = [UInt8](words: UInt64(bitPattern: expiry)) + Sodium.randomBytes(Self.parts.random)
        return (Base64URL.encode(head + proof(of: head)), Instant(milliseconds: expiry * 1000))
    }

    /// When a nonce of ours expires; nil if it is not ours or has expired.
    func expiry(of text: String, at now: Instant) -> Instant? {
        guard let bytes = Base64URL.decode(text),
            bytes.count == Self.parts.expiry + Self.parts.random + Self.parts.proof
        else { return nil }
        let head = Array(bytes.dropLast(Self.parts.proof))
        guard Sodium.equal(Array(bytes.suffix(Self.parts.proof)), proof(of: head)) else { return nil }
        let expiry = Instant(milliseconds: Int64(bitPattern: head.word(0)) * 1000)
        return expiry > now ? expiry : nil
    }

    /// Whether this is the first time that the nonce is used.
    func use(_ text: String, expiringAt expiry: Instant, in database: Database) async throws -> Bool {
        let rows = try await database.write(
            """
            INSERT INTO used_nonce (nonce_hash, expires_at) VALUES (\(Sodium.sha256(Array(text.utf8))), \(expiry))
            ON CONFLICT (nonce_hash) DO NOTHING
            """)
        return rows.affected == 1
    }

    private func proof(of head: [UInt8]) -> [UInt8] {
        Array(secret.derive(.nonce, from: head + purpose).prefix(Self.parts.proof))
    }
}
