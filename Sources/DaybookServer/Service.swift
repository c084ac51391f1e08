import DaybookAPI
import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import Glibc
import HTTP
import Postgres
import Reactor

/// The product as it is served: a database with the right schema, and the server in front of it.
public enum Service {
    /// Starts everything in the order of dependencies. Returns the addresses that clients can use.
    public static func start(
        _ configuration: Configuration, _ reactors: ReactorGroup, _ log: Log
    ) async throws(StartFailure) -> (RunningService, [ListenAddress]) {
        MemoryReturn.keepLittle()
        guard ZoneDatabase.system.isThere else { throw StartFailure("\(noZones); install tzdata", .configuration) }
        let doors = try giveRootUp(configuration, reactors, log)
        let cluster = configuration.databaseURL == nil ? try await openCluster(configuration, log) : nil
        do throws(StartFailure) {
            guard let address = configuration.databaseURL ?? cluster.flatMap({ DatabaseURL($0.connectionString) })
            else {
                throw StartFailure("no database is configured", .configuration)
            }
            let (server, addresses, background) = try await start(
                configuration, address, isOurs: cluster != nil, doors, reactors, log)
            configuration.tellOfOpenDoor(log)
            log.info("serving", .version(Version.number), .reactors(reactors.reactors.count), .process(getpid()))
            let service = RunningService(
                stop: {
                    await background.stop()
                    await server.stop(within: configuration.drainDeadline)
                    await close(cluster, log)
                },
                reload: { server.reloadCertificates() })
            return (service, addresses)
        } catch {
            await close(cluster, log)
            throw error
        }
    }

    private static func start(
        _ configuration: Configuration, _ address: DatabaseURL, isOurs: Bool, _ doors: OpenedDoors?,
        _ reactors: ReactorGroup, _ log: Log
    ) async throws(StartFailure) -> (Server, [ListenAddress], BackgroundWork) {
        // Several processes may make the first key at once; those that come late start again with the key they find.
        for _ in 0..<5 {
            let started = try await startOnce(configuration, address, isOurs: isOurs, doors, reactors, log)
            if let started { return started }
        }
        throw StartFailure("another process keeps replacing the secret key", .failure)
    }

    /// Without them every day of everybody would be one of Greenwich.
    static let noZones = "this machine has no database of time zones"

    /// Nil where there is another key than at its beginning.
    private static func startOnce(
        _ configuration: Configuration, _ address: DatabaseURL, isOurs: Bool, _ doors: OpenedDoors?,
        _ reactors: ReactorGroup, _ log: Log
    ) async throws(StartFailure) -> (Server, [ListenAddress], BackgroundWork)? {
        let server: Server
        let found: SecretKey?
        // A new key stays in memory until there is nothing left that could fail but listening.
        let secret: SecretKey
        let migrations: MigrationSet
        var work: [@Sendable () async -> Void] = []
        var figures: [@Sendable () async -> CapabilityFigures] = []
        do {
            migrations = try MigrationSet.embedded()
            found = try SecretKey.find(SecretKey.path(configuration))
            secret = found ?? .random()
            let providers = try ProviderFile.load(configuration)
            let privacy = try PrivacyPage.load(configuration)
            let carriers = try Carriers.load(configuration, secret)
            server = try Server.build(
                configuration, database: address, reactors: reactors, log: log, doors: doors,
                isReady: { [secret] in await readiness(of: $0, migrations, secret) },
                capabilities: { [secret] routes, database in
                    let capabilities = Capabilities(
                        database, configuration, log, secret: secret, providers: providers, privacy: privacy,
                        carriers: carriers)
                    capabilities.addRoutes(to: &routes)
                    work = capabilities.background
                    figures = capabilities.figures
                })
            for body in figures { server.metrics.add(body) }
        } catch {
            throw StartFailure(describing: error)
        }
        do throws(StartFailure) {
            try await waitForDatabase(server.database, address, configuration)
            if !isOurs { try await requireSessions(of: server.database, configuration) }
            let key = KeyForDatabase(server.database, configuration)
            guard try await fits(found, key) else {
                await server.stop(within: .zero)
                return nil
            }
            try await settleSchema(of: server.database, migrations, mayMigrate: isOurs || configuration.migrate, log)
            try await requireSpread(of: server.database, log)
            try await settleEpoch(of: server.database, configuration, log)
            await PostgresCosts.warn(of: server.database, in: log)
            if let trouble = (try? await RoleStanding.of(server.database))?.trouble {
                log.warning("row-level security does not protect this database", .reason(trouble))
            }
            do {
                let addresses = try server.bind()
                _ = try await key.settle(secret, isNew: found == nil)
                try server.start()
                if configuration.registration == .invite { await tellOwnersInvite(server.database, secret, log) }
                return (server, addresses, BackgroundWork(work, on: reactors))
            } catch is KeyAppeared {
                await server.stop(within: .zero)
                return nil
            } catch {
                throw StartFailure(describing: error)
            }
        } catch {
            await server.stop(within: .zero)
            throw error
        }
    }

    /// Started by root: opens what needs root and then becomes another user. Nil if nothing was opened.
    private static func giveRootUp(
        _ configuration: Configuration, _ reactors: ReactorGroup, _ log: Log
    ) throws(StartFailure) -> OpenedDoors? {
        guard geteuid() == 0 else { return nil }
        guard let user = configuration.user else {
            log.warning(
                "serving as root",
                .reason("set DAYBOOK_USER to the user that serve switches to once its ports are open"))
            return nil
        }
        let doors: OpenedDoors
        do {
            doors = try OpenedDoors(configuration, reactors: reactors.reactors.count)
        } catch {
            throw StartFailure(describing: error)
        }
        try Unprivileged.become(user, dataDirectory: configuration.dataDirectory)
        return doors
    }

    /// Nobody can be invited by somebody who is not there yet: the first account's invitation stands beside the log. It
    /// is no line of the log, which has no place for what gives access.
    private static func tellOwnersInvite(_ database: Database, _ secret: SecretKey, _ log: Log) async {
        do {
            switch try await OwnersInvite.offer(in: database, secret) {
            case .isNotNeeded: break
            case .offered(let invite):
                Terminal.say(
                    "daybook: nobody has an account yet; the owner's invitation, for one account until \(invite.expiresAt.text): \(invite.code.text)"
                )
            case .isUsedUp:
                Terminal.say("daybook: nobody has an account any more; invite somebody: daybook invite create")
            }
        } catch {
            log.warning(
                "the owner's invitation could not be made", .error(type(of: error)),
                .reason("run: daybook invite create"))
        }
    }

    /// Checks that the key is the database's, before anything is changed there.
    private static func fits(_ found: SecretKey?, _ key: KeyForDatabase) async throws(StartFailure) -> Bool {
        do {
            try await key.require(found)
            return true
        } catch is KeyAppeared {
            return false
        } catch {
            throw StartFailure(describing: error)
        }
    }

    /// Brings the schema up to date where that was asked for, and refuses to serve on any other.
    private static func settleSchema(
        of database: Database, _ migrations: MigrationSet, mayMigrate: Bool, _ log: Log
    ) async throws(StartFailure) {
        let migrator = Migrator(migrations, of: database) { event in
            switch event {
            case .waitingForLock: log.info("waiting for another process to finish migrating")
            case .began: log.info("migration begins", .migration(event.migration))
            case .postponed(_, _, let attempt):
                log.info("migration waits for a table in use", .migration(event.migration), .attempt(attempt))
            case .finished(_, _, let took):
                log.info("migration applied", .migration(event.migration), .duration(took))
            }
        }
        do {
            if mayMigrate { try await migrator.run(.up(to: nil)) } else { try await migrator.requireServable() }
        } catch {
            throw StartFailure(describing: error, database.connectionTrouble)
        }
    }

    /// The database answers, and its schema and key are still the ones we started with.
    private static func readiness(
        of database: Database, _ migrations: MigrationSet, _ secret: SecretKey
    ) async -> ReadinessProbe.Verdict {
        do {
            try await Migrator(migrations, of: database).requireServable()
            guard let recorded = try? await KeyStanding.recorded(in: database) else { return .ready }
            return recorded == KeyFingerprint(secret) ? .ready : .keyReplaced
        } catch .databaseUnreachable {
            return .databaseUnavailable
        } catch {
            return .schemaOutdated
        }
    }

    /// A database that starts at the same time needs a moment, and a short outage is no reason to fail.
    private static func waitForDatabase(
        _ database: Database, _ address: DatabaseURL, _ configuration: Configuration
    ) async throws(StartFailure) {
        let deadline = LoopTime.current() + configuration.startupWait
        var hasTold = false
        while true {
            do {
                let rows = try await database.read(
                    "SELECT current_setting('server_version_num')::int", timeout: .seconds(5))
                let version = try rows.first?.decode(0, as: Int32.self) ?? 0
                guard version >= 140_000 else {
                    throw StartFailure(
                        "PostgreSQL \(version / 10_000) is too old; Daybook needs 14 or later", .unavailable)
                }
                return
            } catch let failure as StartFailure {
                throw failure
            } catch {
                let trouble = database.connectionTrouble.map { ": \($0.trimmingSpaces())" } ?? ""
                if LoopTime.current() >= deadline || Task.isCancelled {
                    throw StartFailure(
                        "the database \(address) cannot be reached\(trouble)\nRun: daybook doctor", .unavailable)
                }
                if !hasTold {
                    hasTold = true
                    Terminal.complain("daybook: waiting for the database \(address)\(trouble)")
                }
                await Reactor.current?.sleep(for: .milliseconds(200))
            }
        }
    }
}

extension StartFailure {
    init(describing error: any Error) {
        switch error {
        case HTTPServerError.addressInUse(let address):
            self.init(
                "\(address) is in use by another program; stop it, or choose another address with --listen",
                .unavailable)
        case HTTPServerError.notPermitted(let address):
            self.init("no permission to listen on \(address); ports below 1024 need CAP_NET_BIND_SERVICE", .failure)
        case HTTPServerError.unknownHost(let host):
            self.init("\(host) is not an address of this machine", .configuration)
        case HTTPServerError.cannotListen(let address, let reason):
            self.init("cannot listen on \(address): \(reason)", .failure)
        case HTTPServerError.tls(let reason):
            self.init("the certificate and its key cannot be used: \(reason)", .configuration)
        case let trouble as ProviderFileError: self.init("\(trouble)", .configuration)
        case let trouble as PrivacyFileError: self.init("\(trouble)", .configuration)
        case let trouble as SecretKeyError: self.init("\(trouble)", .configuration)
        default: self.init("\(error)", .failure)
        }
    }
}
