/// Where the database is and how much of it a process may take.
public struct DatabaseConfiguration: Sendable {
    /// A libpq connection string or `postgresql://` URL; several hosts and `target_session_attrs` are libpq's own.
    public var url: String
    /// Shown in `pg_stat_activity`.
    public var applicationName = "daybook"
    /// Connections of the whole process for requests, divided between its reactors, each of which has at least two.
    public var maximumConnections = 16
    /// And those for what works in the background (``Database/inBackground(isolation:_:)``), divided likewise. They are
    /// opened where there is such work.
    public var backgroundConnections = 2
    /// Connections each reactor opens at once and keeps.
    public var warmConnections = 1
    /// Statements that may be under way on one connection; more wait their turn.
    public var pipelineDepth = 512
    /// Callers of one reactor that may wait for a connection; more are refused at once.
    public var queueLimit = 10_000
    /// How long a caller waits for a connection.
    public var queueTimeout: Duration = .seconds(5)
    /// How long a statement may take, unless the call says otherwise.
    public var statementTimeout: Duration = .seconds(30)
    /// How long the server waits for the next statement of a transaction that may write before it ends the session,
    /// and with it the transaction's locks; zero is for ever. A process that froze, or whose machine is gone, would
    /// keep them, and nobody else could change what it was changing.
    public var transactionRest: Duration = .zero
    /// How long an attempt to connect may take.
    public var connectTimeout: Duration = .seconds(5)
    /// How long callers wait for a lost server to come back before they are refused.
    public var outageGrace: Duration = .milliseconds(500)
    /// Connections are replaced at this age, give or take a tenth, so that a moved server or a grown backend is left.
    public var maximumAge: Duration = .seconds(3600)
    /// Connections beyond the warm ones are closed after this long without work.
    public var idleTimeout: Duration = .seconds(60)
    /// Waiting between attempts to reach a lost server doubles from the first to the second, with jitter.
    public var backoff: (first: Duration, last: Duration) = (.milliseconds(50), .seconds(2))
    /// How often a transaction that lost a race is run in all.
    public var transactionAttempts = 10
    /// Off behind a pooler in transaction mode that does not keep track of named statements, such as PgBouncer before
    /// 1.21: every statement is then parsed anew.
    public var usesNamedStatements = true
    /// Hosts are taken as they come, whatever the URL wants of them.
    var takesAnyHost = false
    /// Which hosts of the URL have not answered; shared by all connections to it.
    let hostOrder = HostOrder()

    public init(url: String) { self.url = url }
}
