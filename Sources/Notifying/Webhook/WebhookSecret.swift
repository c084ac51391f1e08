/// What a webhook's signatures are made with (Standard Webhooks): between 24 and 64 bytes, `whsec_` and base64 as text.
public struct WebhookSecret: Sendable, Hashable {
    public let bytes: [UInt8]

    static let prefix = "whsec_"

    /// A new one of 32 bytes that cannot be guessed.
    public init() { bytes = Randomness.bytes(32) }

    public init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        guard let bytes = Base64.standard.decode(text.dropFirst(Self.prefix.count)), 24...64 ~= bytes.count else {
            return nil
        }
        self.bytes = bytes
    }

    public var text: String { Self.prefix + Base64.standard.encode(bytes) }

    /// Of the id, the instant of the attempt and the body, joined with dots.
    func signature(id: String, timestamp: Int, body: [UInt8]) -> String {
        "v1," + Base64.standard.encode(Digest.code(Array("\(id).\(timestamp).".utf8) + body, key: bytes))
    }
}
