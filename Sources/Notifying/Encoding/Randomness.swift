import CSodium

enum Randomness {
    /// libsodium has to open its source once, before anything else.
    private static let isReady = sodium_init() >= 0

    /// Bytes that cannot be guessed.
    static func bytes(_ count: Int) -> [UInt8] {
        precondition(isReady, "libsodium cannot be used on this machine")
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}
