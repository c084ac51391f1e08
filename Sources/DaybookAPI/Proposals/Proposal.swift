import DaybookCore
import Postgres

/// What somebody, an assistant most of all, would like to have done, and a person decides about. It changes nothing.
struct Proposal: Sendable {
    /// Also that of the first operation that is made of it, so it is known in the ledger by it.
    let id: Identifier
    /// Who proposed it.
    let device: (id: Identifier, name: String)
    let madeAt: Instant
    let expiresAt: Instant
    /// Why, in the words of who proposed it.
    let note: String?
    let actions: ProposedActions

    static let lifetime: Int64 = 7 * Instant.dayLength

    var identity: RequestIdentity { RequestIdentity(proposal: id) }

    /// An identifier that only a proposal has.
    static func newID() -> Identifier { RequestIdentity(proposal: .random()).opId(0) }
}

extension Proposal {
    static let columns: Query = """
        proposal.proposal_id, proposal.device_id, device.name, proposal.made_at, proposal.expires_at, proposal.note,
        proposal.actions
        """

    /// Those of an account that wait. What is over, and what a device proposed that is let in no longer, is not there
    /// any more, whether or not its row is.
    static func waiting(in account: Identifier, _ condition: Query = "true", at now: Instant) -> Query {
        """
        SELECT \(columns) FROM \(stillWaiting(in: account, at: now)) AND \(condition)
        ORDER BY proposal.made_at, proposal.proposal_id
        """
    }

    /// How many wait.
    static func count(in account: Identifier, at now: Instant) -> Query {
        "SELECT count(*) FROM \(stillWaiting(in: account, at: now))"
    }

    private static func stillWaiting(in account: Identifier, at now: Instant) -> Query {
        """
        proposal JOIN device USING (account_id, device_id)
        WHERE proposal.account_id = \(account) AND proposal.expires_at > \(now) AND device.revoked_at IS NULL
        """
    }

    /// Of those that name a task.
    static func deletion(ofThoseAbout task: Identifier, in account: Identifier) -> Query {
        "DELETE FROM proposal WHERE account_id = \(account) AND position(\(task.text) IN lower(actions)) > 0"
    }

    init(_ row: Row) throws {
        let (device, name, actions): (Identifier, String, String)
        (id, device, name, madeAt, expiresAt, note, actions) = try row.decode(
            (Identifier, Identifier, String, Instant, Instant, String?, String).self)
        self.device = (device, name)
        self.actions = try ProposedActions(stored: actions, of: RequestIdentity(proposal: id))
    }
}

extension JSONWriter {
    /// What a proposal is, without what it would come to.
    mutating func proposalMembers(_ proposal: Proposal) {
        member("id", proposal.id)
        member("device") { $0.device(proposal.device) }
        member("madeAt", proposal.madeAt)
        member("expiresAt", proposal.expiresAt)
        member("note", proposal.note)
        member("count", proposal.actions.gestures.count)
    }
}
