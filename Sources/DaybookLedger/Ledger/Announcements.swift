import DaybookCore
import Synchronization

/// Tells those who listen that an account has changed: this process's streams at once, other processes a few
/// milliseconds later. A hint and no more: whoever misses one finds the change at the next look.
package final class Announcements: Sendable {
    private let pass: (@Sendable (News) -> Void)?
    /// Finds out how far an account is, soon, and announces that.
    private let look: (@Sendable (Identifier) -> Void)?
    private let hearers = Mutex<[@Sendable (Revocation) -> Void]>([])
    private let tellers = Mutex<[@Sendable (Wake) -> Void]>([])

    /// Tells nobody.
    init() {
        pass = nil
        look = nil
    }

    package init(
        passing pass: @escaping @Sendable (News) -> Void, looking look: @escaping @Sendable (Identifier) -> Void
    ) {
        self.pass = pass
        self.look = look
    }

    /// After a commit, never before or inside it.
    func committed(_ commit: Commit, in account: Identifier) {
        guard let first = commit.entries.first else { return }
        tell(.committed(commit, after: first.revision - 1, in: account))
    }

    /// The device may not listen any more, nor do anything else.
    package func revoked(_ device: Identifier, of account: Identifier) { tell(.ended(.device(device, of: account))) }

    /// Nobody of the account may: it is disabled, or gone.
    package func closed(_ account: Identifier) { tell(.ended(.account(account))) }

    /// Something waits for devices of the account that listen.
    package func reminded(_ account: Identifier) { tell(.reminded(account)) }

    /// The account may have to be reminded sooner than was known, by whichever server does that.
    package func hasToRemind(_ account: Identifier) { wake(Wake(account, isOfChanges: false)) }

    /// Changes of the account are to be sent to programs, by whichever server does that.
    package func hasChangesToTell(of account: Identifier) { wake(Wake(account, isOfChanges: true)) }

    private func wake(_ wake: Wake) {
        tell(.toTell(wake))
        heard(wake)
    }

    /// After a change whose end nobody saw: its client left in the middle, or the connection to the database did. If it
    /// did commit, who listens must not have to wait for the slow look.
    func inDoubt(_ account: Identifier) { look?(account) }

    private func tell(_ news: News) {
        pass?(news)
        if case .ended(let revocation) = news { heard(revocation) }
    }

    // MARK: What is to be sent

    /// Calls the body where an account has something to be sent soon, by whichever server.
    package func onWake(_ body: @escaping @Sendable (Wake) -> Void) { tellers.withLock { $0.append(body) } }

    package func heard(_ wake: Wake) {
        for teller in tellers.withLock({ $0 }) { teller(wake) }
    }

    // MARK: Revocations

    /// Calls the body for every revocation, this process's own and those of others, on whichever thread learns of it.
    /// For caches of who may do what; they expire by themselves too, since a hint can be lost.
    package func onRevocation(_ body: @escaping @Sendable (Revocation) -> Void) { hearers.withLock { $0.append(body) } }

    package func heard(_ revocation: Revocation) {
        for hearer in hearers.withLock({ $0 }) { hearer(revocation) }
    }
}

/// Who may not do anything any more.
package enum Revocation: Hashable, Sendable {
    case device(Identifier, of: Identifier)
    case account(Identifier)
    /// Anybody: word from other processes was lost for a while.
    case unknown
}

/// What is announced of an account.
package enum News: Sendable {
    /// Here, with the rows; `after` is the revision before it.
    case committed(Commit, after: Int64, in: Identifier)
    /// Elsewhere, or found at a look.
    case reached(Int64, in: Identifier)
    case ended(Revocation)
    /// A device of the account has something to fetch.
    case reminded(Identifier)
    /// Something of the account is to be sent soon.
    case toTell(Wake)
}

/// Something of an account is to be sent, by whichever server is first.
package struct Wake: Hashable, Sendable {
    package let account: Identifier
    /// Its changes, to programs; else its reminders.
    package let isOfChanges: Bool

    package init(_ account: Identifier, isOfChanges: Bool) {
        self.account = account
        self.isOfChanges = isOfChanges
    }
}
