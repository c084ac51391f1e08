import HTTP

/// Everything an operator can decide, parsed once before anything else happens.
///
/// The initial values are empty on purpose: each default stands in one place, the table of ``Setting``s, from which the
/// parser, the help, the completions and docs/run/configuration.md are made too.
public struct Configuration: Sendable {
    // Network
    public var listen: [ListenAddress] = []
    public var publicURL: WebAddress?
    public var hosts: [String] = []
    public var privacyFile: String?
    public var reactors = 0
    public var tlsCertificate: String?
    public var tlsKey: String?
    public var takesPlainPasswords = false
    /// Nil decides it by whether the database is the embedded one.
    public var keepsEvents: Bool?
    public var trustedProxies: [Network] = []
    public var forwardedField = ForwardedField.xForwardedFor
    public var proxyProtocol = false
    public var crossOrigin: CrossOriginPolicy?
    public var servesWeb = true
    public var webFolder: String?
    public var agents = AgentPolicy.off

    // Limits
    public var bodyLimit = 0
    public var headerLimit = 0
    public var headerCount = 0
    public var connections = 0
    /// Nil decides it by whether there is a proxy.
    public var connectionsPerAddress: Int?
    public var headerTimeout = Duration.zero
    public var bodyTimeout = Duration.zero
    public var idleTimeout = Duration.zero
    public var drainDeadline = Duration.zero

    // Accounts
    public var registration = RegistrationPolicy.closed
    /// Whether somebody set it, rather than leave it as it comes.
    public var registrationIsChosen = false
    public var registrationsPerAddress = 0
    public var unusedAccountsAfter = Duration.zero
    public var devicesPerAccount = 0
    public var tasksPerAccount = 0
    public var bytesPerAccount = 0
    public var unclaimedTasks = 0
    public var unclaimedBytes = 0
    public var slowClientMemory = 0
    public var importLimit = 0
    public var importRoom = 0
    public var importFolder: String?
    public var requestsPerDevice = 0
    public var requestsPerAccount = 0
    public var requestsPerAddress = 0
    public var identityProviders: String?
    public var rotationGrace = Duration.zero
    public var loginsPerAddress = 0
    public var passwordMemory = 0
    public var passwordPasses = 0
    public var passwordThreads = 0

    // Notifications
    public var sendsReminders = true
    public var notificationsFile: String?
    public var outboundNetworks: [Network] = []

    // Database
    public var databaseURL: DatabaseURL?
    public var databaseConnections = 0
    public var databaseStatements = StatementNaming.named
    public var databaseStandbys = StandbyKind.asynchronous
    public var connectTimeout = Duration.zero
    public var startupWait = Duration.zero
    public var poolTimeout = Duration.zero
    public var statementTimeout = Duration.zero
    public var migrate = false
    public var dataDirectory = ""
    public var postgresPrograms: String?

    // Live
    public var liveHeartbeat = Duration.zero
    public var liveLook = Duration.zero
    public var liveDatabaseURL: DatabaseURL?
    public var secretKey: String?

    // Housekeeping
    public var deletedRetention = Duration.zero
    public var ledgerRetention: Duration?
    public var housekeepingInterval = Duration.zero

    // Operations
    public var user: String?
    public var logLevel = LogLevel.info
    public var logFormat = LogFormat.automatic
    public var logRequests = LoggedRequests.failed
    public var metrics = MetricsExposure.off

    init() {}
}

/// The field in which trusted proxies name the client.
public enum ForwardedField: String, CaseIterable, Sendable {
    case xForwardedFor = "x-forwarded-for"
    case forwarded
}

/// Whether statements are prepared under names on their way to PostgreSQL.
public enum StatementNaming: String, CaseIterable, Sendable {
    case named, unnamed
}

/// Whether a standby that is promoted has everything that was acknowledged.
public enum StandbyKind: String, CaseIterable, Sendable {
    case asynchronous, synchronous
}

/// Which requests leave a line in the log.
public enum LoggedRequests: String, CaseIterable, Sendable {
    case all
    /// Those answered with 500 and above, and those slower than a second.
    case failed
    case none
}

/// Who may read /metrics. The figures hold nothing about users, but they reveal load and versions.
public enum MetricsExposure: Sendable, Equatable {
    case off
    /// On the service's own address, to peers on the loopback interface whose request no proxy has forwarded.
    case local
    /// On the service's own address, to everyone.
    case open
    /// On an address of their own.
    case separate(ListenAddress)
}
