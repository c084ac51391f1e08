import Testing

@testable import Notifying

@Suite struct SigningKeyTests {
    @Test func aKeyIsReadAsItIsWritten() throws {
        let key = SigningKey()
        #expect(String(decoding: key.pem, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(SigningKey(pem: key.pem) == key)
        #expect(key != SigningKey())
        #expect(Base64.url.decode(key.publicText)?.count == 65)
    }

    @Test(arguments: [
        "", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
        // Ed25519.
        """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        -----END PRIVATE KEY-----

        """,
    ])
    func anotherKindOfKeyIsNotRead(pem: String) { #expect(SigningKey(pem: Array(pem.utf8)) == nil) }

    /// Signatures have two numbers of which one in 128 begins with a zero, which OpenSSL leaves out.
    @Test func aSignatureHasAlwaysTheSameLength() {
        let key = SigningKey()
        for number in 0..<2_000 { #expect(key.sign(Array("\(number)".utf8)).count == 64) }
    }

    @Test func bothSidesAgree() {
        let (one, other) = (SigningKey(), SigningKey())
        #expect(one.agree(with: other.point) == other.agree(with: one.point))
        #expect(one.agree(with: [UInt8](repeating: 4, count: 65)) == nil)
    }
}
