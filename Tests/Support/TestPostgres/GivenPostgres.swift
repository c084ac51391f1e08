import CPostgres
import Glibc
import Synchronization

/// A server that was there before the tests and is there after them, named by DATABASE_URL: a container, another
/// version, another machine. Its role must be a superuser. The tests make a role and databases of their own on it, all
/// of one name's beginning, and drop them when they end; what a killed run left behind is dropped by the next.
final class GivenPostgres: DatabaseHost {
    /// Where and how to connect, without database, role and password.
    private let place: [(keyword: String, value: String)]
    private let superuser: [(keyword: String, value: String)]
    private let maintenance: String
    private let role: String
    private let password: String
    private let databases = Atomic<Int>(0)
    /// Held for as long as the run lives; whoever gets its lock knows that nobody needs the databases any more.
    private let life: Mutex<Session>
    private let cluster: GivenCluster?

    /// The most connections that the tests have been seen to need, side by side.
    private static let connections = 300

    static func named() throws -> GivenPostgres? {
        guard let given = getenv("DATABASE_URL"), given.pointee != 0 else { return nil }
        return try GivenPostgres(String(cString: given))
    }

    private init(_ url: String) throws {
        var complaint: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &complaint) else {
            defer { PQfreemem(complaint) }
            throw Trouble(complaint.map { UnsafePointer($0) })
        }
        defer { PQconninfoFree(options) }
        var given: [(keyword: String, value: String)] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { given.append((String(cString: keyword), String(cString: value))) }
            option += 1
        }
        let personal: Set = ["user", "password", "dbname", "passfile"]
        place = given.filter { !personal.contains($0.keyword) }
        superuser = given.filter { ["user", "password", "passfile"].contains($0.keyword) }
        maintenance = given.first { $0.keyword == "dbname" }?.value ?? "postgres"

        let session = try Session(url)
        let standing = try session.query(
            "SELECT rolsuper, current_setting('max_connections')::int FROM pg_roles WHERE rolname = current_user")
        guard standing.first?[0] == "t" else { throw Trouble("DATABASE_URL must name a superuser") }
        guard let most = standing.first?[1].flatMap({ Int($0) }), most >= Self.connections else {
            throw Trouble("the server of DATABASE_URL needs max_connections of \(Self.connections) or more")
        }
        let key = UInt32.random(in: 1 ... .max)
        role = "\(Self.prefix)\(key)"
        password = "\(UInt64.random(in: 0 ... .max))"
        _ = try session.query("SELECT pg_advisory_lock(\(key))")
        cluster = GivenCluster.isWanted ? try GivenCluster(session, prefix: role) : nil
        life = Mutex(session)
        try life.withLock { try sweep($0) }
        try execute("CREATE ROLE \(role) LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '\(password)'")
        try cluster?.makeTemplate(self, owner: role)
        Graveyard.enter(self)
    }

    private static let prefix = "daybook_test_"

    /// Drops what runs left behind whose end nobody saw.
    private func sweep(_ session: Session) throws {
        let roles = try session.query("SELECT rolname FROM pg_roles WHERE rolname ~ '^\(Self.prefix)[0-9]+$'")
        for role in roles.compactMap({ $0[0] }) {
            let key = role.dropFirst(Self.prefix.count)
            guard try session.query("SELECT pg_try_advisory_lock(\(key))").first?[0] == "t" else { continue }
            try drop(role, session)
            _ = try session.query("SELECT pg_advisory_unlock(\(key))")
        }
    }

    private func drop(_ role: String, _ session: Session) throws {
        try cluster?.dropDatabases(self, owner: role)
        try Self.dropDatabases(of: role, session)
        try session.execute("DROP ROLE IF EXISTS \(role)")
    }

    static func dropDatabases(of role: String, _ session: Session) throws {
        let databases = try session.query(
            "SELECT datname FROM pg_database WHERE datdba = (SELECT oid FROM pg_roles WHERE rolname = '\(role)')")
        for database in databases.compactMap({ $0[0] }) {
            try session.execute("DROP DATABASE IF EXISTS \(database) WITH (FORCE)")
        }
    }

    /// A session of the superuser on another node of the cluster.
    func session(on node: (host: String, port: String), database: String? = nil) throws -> Session {
        let options =
            place.filter { !["host", "hostaddr", "port"].contains($0.keyword) }
            + [("host", node.host), ("port", node.port)] + superuser
        return try Session(Self.url(database: database ?? maintenance, options))
    }

    func freshDatabase(like template: String?) throws -> String {
        let name = "\(role)_\(databases.wrappingAdd(1, ordering: .relaxed).oldValue)"
        if let cluster {
            try cluster.makeDatabase(name, self, owner: role)
        } else {
            try execute("CREATE DATABASE \(name) TEMPLATE \(template ?? "template1") OWNER \(role)")
        }
        return url(database: name)
    }

    func url(database: String) -> String { url(database: database, as: [("user", role), ("password", password)]) }

    func superuserURL(database: String) -> String {
        url(database: database == "postgres" ? maintenance : database, as: superuser)
    }

    private func url(database: String, as who: [(keyword: String, value: String)]) -> String {
        Self.url(database: database, place + who)
    }

    private static func url(database: String, _ options: [(keyword: String, value: String)]) -> String {
        let options = options.map { "\($0.keyword)=\($0.value.escaped)" }
        return "postgresql:///\(database)?" + options.joined(separator: "&")
    }
}

extension GivenPostgres: Burial {
    func bury() {
        life.withLock { session in
            do {
                try drop(role, session)
            } catch {
                // The next run will find it.
                let text = "left on the server of DATABASE_URL: \(role): \(error)\n"
                write(STDERR_FILENO, text, text.utf8.count)
            }
        }
    }
}

extension String {
    /// For the value of a URL's parameter.
    fileprivate var escaped: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
