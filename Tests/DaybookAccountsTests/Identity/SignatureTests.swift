import DaybookCore
import Testing

@testable import DaybookAccounts

/// Tokens that other programs have signed: those of RFC 7515 (A.3) and RFC 8037 (A.4), and some made with Python's
/// `cryptography`, so that a mistake made in signing and in checking alike would show.
@Suite struct SignatureTests {
    struct Sample: Sendable {
        let key: String
        let token: String
    }

    static let rsaKey =
        #"{"kty":"RSA","n":"rUZdYfwVP9ogb_CeFpbOeHYdwP9_CiIo7zdkiqGDGrXm3kiZoKpvaOg7VtvIfqwFHc8d44020gsEEaxVZOjp3KzG6LlrXFOVfEJogszZTzmbH5PNPS2BRsa-v3le01vePWmJGkYG7f0Mnbz5ZtMLNN0v23xQrjmCrgqPzl3jEGCUaN7i7wMPGHmCZk1S2aJlsldcage9lAMMz3fZK96igNpGMt_SPOzD4_zKV7uikoAbPqaS0LRPPq8iFSI4sRl0JfcRI3kgfKzgDpGTxNYrBm6kBBjsjirNBAWAS0wGbW7FpUo27Iza6tZoMfCmc73pEIq8sn_ZenQazXtjT6GKRQ","e":"AQAB"}"#

    static let samples = [
        "RS256": Sample(
            key: rsaKey,
            token:
                "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.SkqpE7EayGLWS2bWEYB6COIkUezsGYPQ2CRDzg8IwxyX0kUXibyUtrBy-V3lZrUM0CAF9CX00M3rpFFlsvRkR-_oMM95jJaG6VsQhEHx9XwhZAKA5tZQwqfUWSZu16dToVHx05yeePNL_zfBZNubU-85KtauxjFXHkwu7p8kkKsiOPo13K1DyslYAv1EoRQHSEscDQiofiEtNuIIoYBxF95Ip-LUVth7Vs6IpPAD7OEVGMn4wasYtn4eCZptWssLQL7S1bkxF4ke4Y4z4ddBon_-Z1e6KymEGiMlfdEcQX_uwswhHVwcMdEiL9L4joxkzbYBwp9oFboRAE2cYsqIIA"
        ),
        "PS256": Sample(
            key: rsaKey,
            token:
                "eyJhbGciOiJQUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.pnYxxa3tA94hW-JJx-85yfDb4X4tnph9oIGoLoqd8ykGcl4dGcIVISQR9o-k7ww_g5qF6j9d1hgHzaDaen35nybbUGRwgwCsjGsodEQ4t98JdNZ1IeEO7CHTQVP6WeItTY1YHYySfaxhoAlciQK2NnELJrRjgkuYDmJqXeCoGEYa9HieKmTN5ReEcYvzKeBBw_4a9ZS8LNNOv_j6ofnJ7NWQmXwSkQhW42sfbBjNcaAuwvYIbiaScMRoE6whulGXmWZWSj6VKEYCR3svB26lu5nvjIpIoC1M9-NA7Ueu7AD1MB7L5nzDUpGYwzP4qN6hUeYKi4Gqhp0O8kurkZITLw"
        ),
        "ES256": Sample(
            key:
                #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            token:
                "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        ),
        "ES384": Sample(
            key:
                #"{"kty":"EC","crv":"P-384","x":"Ah6iXsMGCOcnrzpax9aAqUJflekSGPhRsJeAxfXHuum8MZFA8bvAjqFIE6oOLNIB","y":"JOncoempvUqkc8olBGFeJ4JlP7mxP-zCONmY2hSeJQeE6l8FS9LiYFnh3AzfyN_R"}"#,
            token:
                "eyJhbGciOiJFUzM4NCJ9.eyJzdWIiOiJzb21lYm9keSJ9.BFz8AIQhsbicjjwjKh80P8sfZfs0MwK1-uTx1AvEwHiN6XBVGsCJ4WEnOAyZG-gl20dTa7envbkr8mtRNRZQAvUbMPV1BnVISpj4Wrp2Zoj2DeA9rqosOxalq07LFm94"
        ),
        "EdDSA": Sample(
            key: #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            token:
                "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        ),
    ]

    private func key(_ json: String) throws -> PublicKey? { PublicKey(try JSONValue(json: Array(json.utf8))) }

    @Test(arguments: SignatureAlgorithm.allCases)
    func whatOthersSignedIsAccepted(algorithm: SignatureAlgorithm) throws {
        let sample = try #require(Self.samples[algorithm.rawValue])
        let key = try #require(try key(sample.key))
        let parts = sample.token.split(separator: ".")
        let message = Array("\(parts[0]).\(parts[1])".utf8)
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(Signatures.verify(signature, of: message, by: key, algorithm))
        #expect(!Signatures.verify(signature, of: message + [0], by: key, algorithm))
        #expect(!Signatures.verify(Array(signature.dropLast()), of: message, by: key, algorithm))
        #expect(!Signatures.verify([], of: message, by: key, algorithm))
        for place in stride(from: 0, to: signature.count, by: 7) {
            var changed = signature
            changed[place] ^= 1
            #expect(!Signatures.verify(changed, of: message, by: key, algorithm), "byte \(place)")
        }
        for other in SignatureAlgorithm.allCases where other != algorithm {
            #expect(!Signatures.verify(signature, of: message, by: key, other), "\(other)")
        }
    }

    @Test func aSignatureOfZeroesIsNone() throws {
        // The flaw of a Java release of 2022: r = s = 0 was valid for every message.
        for algorithm in [SignatureAlgorithm.es256, .es384] {
            let sample = try #require(Self.samples[algorithm.rawValue])
            let key = try #require(try key(sample.key))
            let zeroes = [UInt8](repeating: 0, count: 2 * (algorithm.numberWidth ?? 0))
            #expect(!Signatures.verify(zeroes, of: [1, 2, 3], by: key, algorithm))
        }
    }

    @Test(arguments: [
        #"{"kty":"oct","k":"c2VjcmV0"}"#,
        #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#,
        #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}"#,
        #"{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}"#,
        #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7T"}"#,
        #"{"use":"enc","kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
        #"{"alg":"HS256","kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
        #"{"alg":"ES256","kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
        #"[]"#, #"null"#,
    ])
    func keysThatAreOfNoUseAreLeftOut(json: String) throws {
        let key = try key(json)
        #expect(key == nil)
    }

    @Test func aPointBesideTheCurveVerifiesNothing() throws {
        let json =
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}"#
        let key = try #require(try key(json))
        #expect(!Signatures.verify([UInt8](repeating: 1, count: 64), of: [], by: key, .es256))
    }

    @Test func aKeyThatNamesItsAlgorithmAllowsNoOther() throws {
        let json = Self.rsaKey.replacing("\"kty\"", with: "\"alg\":\"RS256\",\"kty\"")
        let (bound, free) = (try key(json), try key(Self.rsaKey))
        #expect(bound?.algorithms == [.rs256])
        #expect(free?.algorithms == [.rs256, .ps256])
    }

    @Test func base64HasOneSpelling() {
        #expect(Base64URL.decode("AQAB") == [1, 0, 1])
        #expect(Base64URL.decode("AA") == [0])
        for text in ["AB", "A", "AA==", "A A", "AA\n", "+/", "AAB\0"] {
            #expect(Base64URL.decode(text) == nil, "\(text)")
        }
    }
}
