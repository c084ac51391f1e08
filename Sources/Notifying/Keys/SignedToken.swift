/// A JSON web token, signed with ES256.
enum SignedToken {
    static func make(_ head: [(String, JSON)], _ claims: [(String, JSON)], key: SigningKey) -> String {
        let parts = [head, claims].map { Base64.url.encode(JSON.object($0).bytes) }
        let signed = parts.joined(separator: ".")
        return signed + "." + Base64.url.encode(key.sign(Array(signed.utf8)))
    }
}
