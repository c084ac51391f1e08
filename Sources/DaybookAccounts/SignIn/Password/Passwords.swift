import HTTP

/// Makes and checks password hashes, at a cost that an operator chose, on threads of their own.
package struct Passwords: Sendable {
    let cost: PasswordHash.Cost
    private let work: PasswordWork

    init(cost: PasswordHash.Cost, threads: Int, longestLine: Int = 64) {
        self.cost = cost
        work = PasswordWork(threads: threads, longest: longestLine)
    }

    /// Throws the problem that too many wait.
    package func hash(_ password: Password) async throws -> PasswordHash {
        guard let made = await work.run({ [cost] in PasswordHash(of: password, cost) }), let hash = made else {
            throw Problem.signInBusy
        }
        return hash
    }

    enum Verdict: Sendable {
        case wrong
        /// With a stronger hash of the same password, if the stored one has become too weak.
        case right(renewed: PasswordHash?)

        var isRight: Bool { if case .right = self { true } else { false } }
    }

    /// Whether the password fits. Without a hash it never does, and takes as long to find out.
    func check(_ password: Password, against hash: PasswordHash?) async throws -> Verdict {
        let verdict = await work.run { [cost] () -> Verdict in
            guard let hash else {
                // Making a hash does the work of checking one.
                _ = PasswordHash(of: password, cost)
                return .wrong
            }
            guard hash.fits(password) else { return .wrong }
            return .right(renewed: hash.isCheaper(than: cost) ? PasswordHash(of: password, cost) : nil)
        }
        guard let verdict else { throw Problem.signInBusy }
        return verdict
    }
}

extension Problem {
    static var signInBusy: Problem { Problem(.signInBusy, fields: ["retry-after": "2"]) }
}
