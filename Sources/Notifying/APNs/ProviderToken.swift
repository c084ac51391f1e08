import Synchronization

/// What Apple asks for with every push: a token signed with the team's key. It is good for an hour, and Apple refuses
/// who makes more than one in twenty minutes.
final class ProviderToken: Sendable {
    private struct Made {
        let text: String
        let at: Int
    }

    private let key: SigningKey
    private let keyID: String
    private let team: String
    private let made = Mutex<Made?>(nil)

    /// Half of what it is good for, and more than the least.
    private static let life = 1_800

    init(key: SigningKey, keyID: String, team: String) {
        self.key = key
        self.keyID = keyID
        self.team = team
    }

    func text(now: Int) -> String {
        made.withLock { made in
            // A clock that was set back makes one anew, too.
            if let made, 0..<Self.life ~= now - made.at { return made.text }
            let new = Made(
                text: SignedToken.make(
                    [("alg", .text("ES256")), ("kid", .text(keyID))], [("iss", .text(team)), ("iat", .number(now))],
                    key: key), at: now)
            made = new
            return new.text
        }
    }
}
