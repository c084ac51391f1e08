import DaybookCore
import DaybookHost
import Reactor

/// The valid tokens that one reactor remembers, so that a request need not ask the database. Touched on that
/// reactor's thread alone.
///
/// It may only be used while it is known to be fresh: reading the log of revocations moves `freshUntil` on.
final class TokenCache {
    private var entries: RecentlyUsed<PresentedToken.Secret, Entry>
    private var freshUntil = LoopTime(nanoseconds: .min)
    /// Counts revocations, so that what was read before one is not remembered after it.
    private(set) var revocations = 0
    private var uses: [TokenUse] = []
    /// Requests answered from here, and those that had to ask.
    private(set) var found: UInt64 = 0
    private(set) var asked: UInt64 = 0

    private let reactor: Reactor

    /// Entries are read anew after this, whatever happened: a net below the net.
    static let lifetime = Duration.seconds(60)
    /// How exactly the last use of a token is recorded.
    static let usePrecision = Duration.seconds(600)

    init(_ reactor: Reactor, room: Int = 16_384) {
        self.reactor = reactor
        entries = RecentlyUsed(room: room)
    }

    struct Entry {
        let principal: Principal
        let device: RevocationKey
        let account: RevocationKey
        let until: LoopTime
        var recordedUntil: LoopTime
    }

    var count: Int { entries.count }

    func find(_ token: PresentedToken) -> Principal? {
        let now = reactor.now
        guard now < freshUntil, var entry = entries.find(token.secret), now < entry.until, entry.principal.fits(token)
        else { return nil }
        if entry.recordedUntil <= now {
            entry.recordedUntil = noteUse(of: entry.principal)
            entries.insert(entry, for: token.secret)
        }
        found += 1
        return entry.principal
    }

    func noteAsking() { asked += 1 }

    /// Remembers what was read from the database, unless something was revoked since: it might have been this.
    func remember(_ token: PresentedToken, _ known: KnownToken, readAfter revocations: Int) {
        let recordedUntil = known.useIsDue ? noteUse(of: known.principal) : reactor.now + Self.usePrecision
        guard revocations == self.revocations else { return }
        let (account, device) = (known.principal.account, known.principal.device)
        let lifetime = min(Self.lifetime, known.remaining ?? Self.lifetime)
        entries.insert(
            Entry(
                principal: known.principal, device: RevocationKey(account: account, device: device),
                account: RevocationKey(account: account), until: reactor.now + lifetime,
                recordedUntil: recordedUntil),
            for: token.secret)
    }

    private func noteUse(of principal: Principal) -> LoopTime {
        uses.append(TokenUse(account: principal.account, device: principal.device, token: principal.token))
        return reactor.now + Self.usePrecision
    }

    func takeUses() -> [TokenUse] {
        defer { uses = [] }
        return uses
    }

    // MARK: Revocation

    func drop(_ keys: Set<RevocationKey>) {
        guard !keys.isEmpty else { return }
        revocations += 1
        entries.removeAll { keys.contains($0.device) || keys.contains($0.account) }
    }

    func dropAll() {
        revocations += 1
        entries.removeAll()
    }

    /// Every revocation before a look that began in time for this deadline has been dropped.
    func renew(until deadline: LoopTime) { freshUntil = max(freshUntil, deadline) }

    /// Word was lost: nothing is known until the next look.
    func suspect() { freshUntil = LoopTime(nanoseconds: .min) }
}

extension Principal {
    /// Whether the token says of itself what was found by its secret.
    fileprivate func fits(_ token: PresentedToken) -> Bool {
        guard let address = token.address else { return true }
        return address.account == account && address.token == self.token
    }
}

/// A token as the database knows it.
struct KnownToken: Sendable {
    let principal: Principal
    /// How long it counts; nil is without an end.
    let remaining: Duration?
    let useIsDue: Bool
}

struct TokenUse: Hashable, Sendable {
    let account: Identifier
    let device: Identifier
    let token: Identifier
}
