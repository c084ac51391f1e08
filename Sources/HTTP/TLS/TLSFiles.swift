/// Certificate and key as PEM files.
public struct TLSFiles: Sendable, Hashable {
    /// The server's certificate, then those between it and the root.
    public var certificateChain: String
    public var privateKey: String

    public init(certificateChain: String, privateKey: String) {
        self.certificateChain = certificateChain
        self.privateKey = privateKey
    }
}
