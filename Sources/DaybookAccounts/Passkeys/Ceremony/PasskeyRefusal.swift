/// Why what an authenticator answered proves nothing, in words that a client's developer can act on.
enum PasskeyRefusal: String, Error, Sendable, CaseIterable {
    /// It cannot be read.
    case malformed
    /// A passkey was made where one should have been shown, or the other way round.
    case type
    /// Of a page that is not at the public address.
    case origin
    /// Not ours, for something else, too old, or used already.
    case challenge
    /// For another server.
    case party
    /// Nobody touched the authenticator.
    case presence
    /// The authenticator did not make sure who it is.
    case verification
    /// A key of a kind that was not asked for, or none.
    case key
    /// No such passkey, or not signed by it. Which of the two, nobody is told.
    case credential
    /// It has counted further before: there is a copy of it.
    case counter
}
