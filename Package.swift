// swift-tools-version: 6.2

import PackageDescription

// A release says which commit it is: DAYBOOK_COMMIT=$(git rev-parse --short HEAD) swift build -c release
let commit: [SwiftSetting] =
    Context.environment["DAYBOOK_COMMIT"].map { [.unsafeFlags(["-Xcc", "-DDAYBOOK_COMMIT=\"\($0)\""])] } ?? []

// Warnings are errors everywhere; the language mode is 6 by tools version, so strict concurrency is on.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "Daybook",
    // For the core and the SDK; the rest is Linux's. `scripts/apple-floor.sh` holds their sources to these.
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .executable(name: "daybook", targets: ["daybook"]),
        .library(name: "DaybookCore", targets: ["DaybookCore"]),
        .library(name: "DaybookClient", targets: ["DaybookClient"]),
        .library(name: "DaybookTesting", targets: ["DaybookTesting"]),
    ],
    targets: [
        // C libraries of the system: a module map and a shim each, nothing else.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CBuild"),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        // The domain, pure.
        .target(name: "DaybookCore", swiftSettings: strict),

        // What people come from and leave with: files of other apps and of our own, read and written, pure.
        .target(name: "DaybookFormats", dependencies: ["DaybookCore"], swiftSettings: strict),

        // What apps are made of: a replica on a disk that keeps itself in step with a server.
        .target(
            name: "DaybookClient",
            dependencies: [
                .target(name: "CSQLite", condition: .when(platforms: [.linux])), "CZlib", "DaybookCore",
                .target(name: "WebClient", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),

        // A real server for the tests of an app, in one line.
        .target(name: "DaybookTesting", dependencies: ["DaybookClient", "DaybookCore"], swiftSettings: strict),

        // An app of one file, to begin with.
        .executableTarget(
            name: "tasklist", dependencies: ["DaybookClient"], path: "Examples/tasklist", swiftSettings: strict),

        // Devices, a server and a network that fails, in one seeded order; and the program that runs it for long.
        .target(name: "Simulation", dependencies: ["DaybookCore"], swiftSettings: strict),
        .executableTarget(
            name: "daybook-simulate", dependencies: ["DaybookCore", "Simulation"], swiftSettings: strict),

        // The engines, which know nothing of tasks.
        .target(name: "Reactor", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "Postgres", dependencies: ["CPostgres", "Reactor"], swiftSettings: strict),
        .target(name: "CCurl"),
        .target(name: "WebClient", dependencies: ["CCurl", "Reactor"], swiftSettings: strict),
        .target(name: "HTTPParser", swiftSettings: strict + [.strictMemorySafety()]),
        .target(
            name: "HTTP", dependencies: ["CLinux", "COpenSSL", "CZlib", "CZstd", "HTTPParser", "Reactor"],
            swiftSettings: strict),

        // The numbered .sql files, compiled in by the plugin below. The folder is a target of its own because only then does
        // the build notice a file that was added or removed.
        .target(name: "Migrations", path: "migrations", swiftSettings: strict, plugins: ["EmbedMigrations"]),
        .plugin(name: "EmbedMigrations", capability: .buildTool(), dependencies: ["EmbedMigrationsTool"]),
        .executableTarget(
            name: "EmbedMigrationsTool", dependencies: ["Embedding"], path: "Plugins/EmbedMigrationsTool",
            swiftSettings: strict),

        // docs/api/openapi.json, compiled into the server that it describes.
        .plugin(name: "EmbedReference", capability: .buildTool(), dependencies: ["EmbedReferenceTool"]),
        .executableTarget(
            name: "EmbedReferenceTool", dependencies: ["Embedding"], path: "Plugins/EmbedReferenceTool",
            swiftSettings: strict),
        .target(name: "Embedding", path: "Plugins/Embedding", swiftSettings: strict),

        // The service, floor by floor: each knows only what is below it.
        .target(
            name: "DaybookHost",
            dependencies: ["CBuild", "CLinux", "CSodium", "DaybookCore", "HTTP", "Reactor"],
            swiftSettings: strict + commit),
        .target(
            name: "DaybookStore",
            dependencies: [
                "CLinux", "CSodium", "DaybookCore", "DaybookHost", "Migrations", "Postgres", "Reactor",
            ],
            swiftSettings: strict),
        .target(
            name: "DaybookLedger",
            dependencies: ["DaybookCore", "DaybookHost", "DaybookStore", "Postgres", "Reactor"],
            swiftSettings: strict),
        .target(
            name: "DaybookAccounts",
            dependencies: [
                "COpenSSL", "CSodium", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP",
                "Postgres", "Reactor", "WebClient",
            ],
            swiftSettings: strict),
        .target(
            name: "DaybookAPI",
            dependencies: [
                "CLinux", "CSodium", "DaybookAccounts", "DaybookCore", "DaybookFormats", "DaybookHost",
                "DaybookLedger", "DaybookStore", "HTTP", "Postgres", "Reactor",
            ],
            swiftSettings: strict, plugins: ["EmbedReference"]),
        .target(
            name: "DaybookServer",
            dependencies: [
                "CLinux", "CSodium", "CZstd", "DaybookAPI", "DaybookAccounts", "DaybookCore", "DaybookFormats",
                "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP", "Postgres", "Reactor",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "daybook",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookClient", "DaybookCore", "DaybookFormats", "DaybookHost",
                "DaybookServer", "DaybookStore",
            ],
            swiftSettings: strict),

        // The pure core's speed, one file per benchmark.
        .executableTarget(
            name: "daybook-core-bench", dependencies: ["DaybookCore"], path: "benchmarks/core", swiftSettings: strict),
        // The subject of the benchmarks of the service.
        .executableTarget(
            name: "daybook-bench",
            dependencies: [
                "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookServer", "HTTP", "Postgres", "Reactor",
            ],
            swiftSettings: strict),

        .testTarget(name: "HouseTests", swiftSettings: strict),
        // A private PostgreSQL cluster for whichever tests need one.
        .target(
            name: "TestPostgres", dependencies: ["CLinux", "CPostgres"], path: "Tests/Support/TestPostgres",
            swiftSettings: strict
        ),
        .testTarget(name: "ReactorTests", dependencies: ["Reactor"], swiftSettings: strict),
        .testTarget(
            name: "PostgresTests", dependencies: ["Postgres", "Reactor", "TestPostgres"], swiftSettings: strict),
        .target(
            name: "HTTPParserInvariants", dependencies: ["HTTPParser"], path: "Tests/Support/HTTPParserInvariants",
            swiftSettings: strict),
        .testTarget(
            name: "HTTPParserTests", dependencies: ["HTTPParser", "HTTPParserInvariants"], swiftSettings: strict),
        .testTarget(
            name: "HTTPTests", dependencies: ["CZlib", "CZstd", "HTTP", "HTTPParser", "Reactor"], swiftSettings: strict),
        .testTarget(name: "DaybookCoreTests", dependencies: ["DaybookCore", "Simulation"], swiftSettings: strict),
        .testTarget(
            name: "DaybookFormatsTests", dependencies: ["DaybookCore", "DaybookFormats", "Simulation"],
            swiftSettings: strict),
        // A process of its own that opens an embedded cluster, for tests that kill it.
        .executableTarget(
            name: "ClusterHolder", dependencies: ["DaybookHost", "DaybookStore"], path: "Tests/Support/ClusterHolder",
            swiftSettings: strict),
        // What the tests of several floors share. Test targets without a test: these may see what is internal, and a
        // release leaves them out.
        .testTarget(
            name: "TestStore", dependencies: ["DaybookStore", "Migrations", "Postgres", "Reactor", "TestPostgres"],
            path: "Tests/Support/TestStore", swiftSettings: strict),
        .testTarget(
            name: "TestAccounts",
            dependencies: [
                "COpenSSL", "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP",
                "Postgres", "Reactor", "Simulation", "TestStore",
            ],
            path: "Tests/Support/TestAccounts", swiftSettings: strict),
        .testTarget(
            name: "TestService",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookServer",
                "DaybookStore", "HTTP", "Postgres", "Reactor", "TestAccounts", "TestPostgres",
            ],
            path: "Tests/Support/TestService", swiftSettings: strict),
        // The service's tests, floor by floor: each imports its floor, what is below it and the support above.
        .testTarget(name: "DaybookHostTests", dependencies: ["DaybookHost", "HTTP"], swiftSettings: strict),
        .testTarget(
            name: "DaybookStoreTests",
            dependencies: [
                "ClusterHolder", "DaybookCore", "DaybookHost", "DaybookStore", "Migrations", "Postgres", "Reactor",
                "TestPostgres", "TestStore",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookLedgerTests",
            dependencies: [
                "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "Postgres", "Simulation", "TestAccounts",
                "TestStore",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookAccountsTests",
            dependencies: [
                "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP", "Postgres",
                "Reactor", "TestAccounts", "TestPostgres", "TestService", "TestStore",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookAPITests",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookCore", "DaybookFormats", "DaybookHost", "DaybookLedger",
                "DaybookStore", "HTTP", "Postgres", "Simulation", "TestAccounts", "TestPostgres", "TestService",
                "TestStore",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookServerTests",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookServer",
                "DaybookStore", "HTTP", "Migrations", "Postgres", "Reactor", "TestAccounts", "TestPostgres",
                "TestStore",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookClientTests", dependencies: ["DaybookClient", "DaybookCore", "Simulation"],
            swiftSettings: strict),
        .testTarget(
            name: "DaybookCommandTests",
            dependencies: ["daybook", "DaybookAPI", "DaybookCore", "DaybookHost", "DaybookServer"],
            swiftSettings: strict),
        // Real processes, real sockets, a real PostgreSQL.
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookClient", "DaybookCore", "DaybookHost", "DaybookLedger",
                "DaybookServer", "DaybookStore", "DaybookTesting", "HTTP", "Postgres", "Reactor", "Simulation",
                "TestPostgres", "daybook", "daybook-bench", "tasklist",
            ],
            path: "Tests/Integration", swiftSettings: strict),
    ]
)
