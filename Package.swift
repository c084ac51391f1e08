// swift-tools-version: 6.2

import PackageDescription

// A release says which commit it is: DAYBOOK_COMMIT=$(git rev-parse --short HEAD) swift build -c release
let commit: [SwiftSetting] =
    Context.environment["DAYBOOK_COMMIT"].map { [.unsafeFlags(["-Xcc", "-DDAYBOOK_COMMIT=\"\($0)\""])] } ?? []

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
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

        // The domain, pure.
        .target(
            name: "DaybookCore",
            dependencies: [.target(name: "NormalForms", condition: .when(platforms: [.linux]))]),
        .target(name: "NormalForms", dependencies: ["CUTF8Proc"]),

        // What an account's book is on one device, pure: the SDK and the web app stand on it.
        .target(name: "DaybookDevice", dependencies: ["DaybookCore"]),

        // The core of the web app, asked in JSON. `scripts/web-core.sh` compiles it with the domain to WebAssembly; this is
        // the same on this machine, for tests.
        .target(name: "WebCore", dependencies: ["DaybookCore", "DaybookDevice"], exclude: ["Embedded"]),

        // What people come from and leave with: files of other apps and of our own, read and written, pure.
        .target(name: "DaybookFormats", dependencies: ["DaybookCore"]),

        // The Model Context Protocol, which assistants speak, pure: messages in, answers out.
        .target(name: "DaybookAgents", dependencies: ["DaybookCore"]),

        // What apps are made of: a replica on a disk that keeps itself in step with a server.
        .target(
            name: "DaybookClient",
            dependencies: [
                .target(name: "CSQLite", condition: .when(platforms: [.linux])), "CZlib", "DaybookCore",
                "DaybookDevice",
                .target(name: "WebClient", condition: .when(platforms: [.linux])),
            ]),

        // A real server for the tests of an app, in one line.
        .target(name: "DaybookTesting", dependencies: ["DaybookClient", "DaybookCore"]),

        // An app of one file, to begin with.
        .executableTarget(
            name: "tasklist", dependencies: ["DaybookClient"], path: "Examples/tasklist"),

        // Whatever is drawn where it has to be drawn again: a generator, and the one seed of a run of the tests.
        .target(name: "Seeds"),
        // Devices, a server and a network that fails, in one seeded order; and the program that runs it for long.
        .target(name: "Simulation", dependencies: ["DaybookCore", "DaybookFormats", "Seeds"]),
        // Queues of servers under a day's requests, which docs/run/scale.md is held against.
        .target(name: "Fleet", dependencies: ["Seeds"]),
        .executableTarget(
            name: "daybook-simulate", dependencies: ["DaybookCore", "Fleet", "Simulation"]),

        // The engines, which know nothing of tasks.
        .target(name: "Reactor", dependencies: ["CLinux"]),
        .target(name: "Postgres", dependencies: ["COpenSSL", "CPostgres", "Reactor"]),
        .target(name: "Addresses"),
        .target(name: "CCurl"),
        .target(name: "WebClient", dependencies: ["Addresses", "CCurl", "Reactor"]),
        .target(name: "Notifying", dependencies: ["COpenSSL", "CSodium", "WebClient"]),
        .target(name: "HTTPParser", swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "HTTP",
            dependencies: ["Addresses", "CLinux", "COpenSSL", "CZlib", "CZstd", "HTTPParser", "Reactor"]),
        .target(name: "DAV", dependencies: ["CExpat", "HTTPParser"]),

        // The numbered .sql files, compiled in by the plugin below. The folder is a target of its own because only then does
        // the build notice a file that was added or removed.
        .target(name: "Migrations", path: "migrations", plugins: ["EmbedMigrations"]),
        .plugin(name: "EmbedMigrations", capability: .buildTool(), dependencies: ["EmbedMigrationsTool"]),
        .executableTarget(
            name: "EmbedMigrationsTool", dependencies: ["Embedding"], path: "Plugins/EmbedMigrationsTool"),

        // docs/api/openapi.json, compiled into the server that it describes.
        .plugin(name: "EmbedReference", capability: .buildTool(), dependencies: ["EmbedReferenceTool"]),
        .executableTarget(
            name: "EmbedReferenceTool", dependencies: ["Embedding"], path: "Plugins/EmbedReferenceTool"),
        .target(name: "Embedding", path: "Plugins/Embedding"),

        // The files of the web app: `make web` writes a files.c into this folder that holds them. It is no part of the
        // repository, and without them the server says so.
        .target(name: "WebPack", path: "web/pack"),

        // The service, floor by floor: each knows only what is below it.
        .target(
            name: "DaybookHost",
            dependencies: ["CBuild", "CLinux", "CSodium", "DaybookCore", "HTTP", "Reactor"],
            swiftSettings: commit),
        .target(
            name: "DaybookStore",
            dependencies: [
                "CLinux", "CSodium", "DaybookCore", "DaybookHost", "Migrations", "Postgres", "Reactor",
            ]),
        .target(
            name: "DaybookLedger",
            dependencies: ["DaybookCore", "DaybookHost", "DaybookStore", "Postgres", "Reactor"]),
        .target(
            name: "RowWriting", dependencies: ["DAV", "DaybookCore", "DaybookFormats", "DaybookLedger", "Postgres"]),
        .target(
            name: "DaybookCalendarIndex",
            dependencies: ["DaybookCore", "DaybookFormats", "DaybookLedger", "DaybookStore", "Postgres", "Reactor"]),
        .target(
            name: "DaybookAccounts",
            dependencies: [
                "COpenSSL", "CSodium", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP",
                "Postgres", "Reactor", "WebClient",
            ]),
        .target(
            name: "DaybookReminders",
            dependencies: [
                "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP", "Notifying",
                "Postgres", "Reactor",
            ]),
        .target(
            name: "DaybookCalDAV",
            dependencies: [
                "DAV", "DaybookAccounts", "DaybookCalendarIndex", "DaybookCore", "DaybookFormats", "DaybookHost",
                "DaybookLedger", "DaybookStore", "HTTP", "Postgres", "Reactor", "RowWriting",
            ]),
        .target(
            name: "DaybookAPI",
            dependencies: [
                "CLinux", "CSodium", "DaybookAccounts", "DaybookAgents", "DaybookCore", "DaybookFormats", "DaybookHost",
                "DaybookLedger", "DaybookReminders", "DaybookStore", "HTTP", "Postgres", "Reactor", "RowWriting",
            ], plugins: ["EmbedReference"]),
        .target(
            name: "DaybookServer",
            dependencies: [
                "CLinux", "CSodium", "CZstd", "DaybookAPI", "DaybookAccounts", "DaybookCalDAV", "DaybookCalendarIndex",
                "DaybookCore", "DaybookFormats", "DaybookHost", "DaybookLedger", "DaybookReminders", "DaybookStore",
                "HTTP",
                "Notifying", "Postgres", "Reactor", "WebClient", "WebPack",
            ]),
        .executableTarget(
            name: "daybook",
            dependencies: [
                "CLinux", "CQRencode", "DaybookAPI", "DaybookAccounts", "DaybookAgents", "DaybookClient", "DaybookCore",
                "DaybookFormats", "DaybookHost", "DaybookServer", "DaybookStore", "Reactor",
            ]),

        // The pure core's speed, one file per benchmark.
        .executableTarget(
            name: "daybook-core-bench", dependencies: ["DaybookCore", "DaybookFormats"], path: "benchmarks/core"),
        // The subject of the benchmarks of the service.
        .executableTarget(
            name: "daybook-bench",
            dependencies: [
                "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookServer", "HTTP", "Postgres", "Reactor",
            ]),

        .testTarget(name: "HouseTests"),
        // Plays devices on the core and writes down what they said, for the core in WebAssembly to say the same.
        .executableTarget(
            name: "core-transcript", dependencies: ["DaybookCore", "Seeds", "Simulation", "WebCore"],
            path: "Tests/Support/CoreTranscript"),
        // A private PostgreSQL cluster for whichever tests need one.
        .target(
            name: "TestPostgres", dependencies: ["CLinux", "CPostgres", "TestWire"], path: "Tests/Support/TestPostgres"
        ),
        // A client of one connection that shows every byte, and waiting for what other threads and processes do.
        .target(name: "TestWire", path: "Tests/Support/TestWire"),
        // The processes of Tests/Receivers, which take what is sent and tell what it was.
        .target(name: "TestReceivers", path: "Tests/Support/TestReceivers"),
        // A process of its own that sends, for tests that give it another network.
        .executableTarget(
            name: "OutboundProbe", dependencies: ["Addresses", "WebClient"], path: "Tests/Support/OutboundProbe"),
        .testTarget(name: "ReactorTests", dependencies: ["Reactor", "TestWire"]),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses"]),
        .testTarget(
            name: "WebClientTests",
            dependencies: ["Addresses", "OutboundProbe", "Reactor", "TestReceivers", "TestWire", "WebClient"]),
        .testTarget(
            name: "NotifyingTests",
            dependencies: ["Addresses", "COpenSSL", "Notifying", "TestReceivers", "WebClient", "TestWire"]),
        .testTarget(
            name: "PostgresTests", dependencies: ["Postgres", "Reactor", "Seeds", "TestPostgres", "TestWire"]),
        .target(
            name: "HTTPParserInvariants", dependencies: ["HTTPParser"], path: "Tests/Support/HTTPParserInvariants"),
        .testTarget(
            name: "HTTPParserTests", dependencies: ["HTTPParser", "HTTPParserInvariants", "Seeds"]),
        .testTarget(
            name: "HTTPTests", dependencies: ["CZlib", "CZstd", "HTTP", "HTTPParser", "Reactor", "Seeds", "TestWire"]),
        .testTarget(name: "DAVTests", dependencies: ["DAV", "TestWire"]),
        .testTarget(name: "WebCoreTests", dependencies: ["DaybookCore", "DaybookDevice", "Seeds", "WebCore"]),
        // The SDK and the page's core are compared, which both stand on it.
        .testTarget(
            name: "DaybookDeviceTests",
            dependencies: ["DaybookClient", "DaybookCore", "DaybookDevice", "Seeds", "TestWire", "WebCore"]),
        .testTarget(name: "DaybookAgentsTests", dependencies: ["DaybookAgents", "DaybookCore", "Seeds"]),
        .testTarget(name: "FleetTests", dependencies: ["Fleet", "TestWire"]),
        .testTarget(name: "DaybookCoreTests", dependencies: ["DaybookCore", "Seeds", "Simulation", "TestWire"]),
        .testTarget(
            name: "DaybookFormatsTests",
            dependencies: ["DaybookCore", "DaybookFormats", "Seeds", "Simulation", "TestWire"]),
        // A process of its own that opens an embedded cluster, for tests that kill it.
        .executableTarget(
            name: "ClusterHolder", dependencies: ["DaybookHost", "DaybookStore"], path: "Tests/Support/ClusterHolder"),
        // What the tests of several floors share. Test targets without a test: these may see what is internal, and a
        // release leaves them out.
        .testTarget(
            name: "TestStore",
            dependencies: ["DaybookStore", "Migrations", "Postgres", "Reactor", "TestPostgres", "TestWire"],
            path: "Tests/Support/TestStore"),
        .testTarget(
            name: "TestAccounts",
            dependencies: [
                "COpenSSL", "DaybookAccounts", "DaybookCalendarIndex", "DaybookCore", "DaybookHost", "DaybookLedger",
                "DaybookStore", "HTTP", "Postgres", "Reactor", "Seeds", "Simulation", "TestStore",
            ],
            path: "Tests/Support/TestAccounts"),
        .testTarget(
            name: "TestService",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookServer",
                "DaybookStore", "HTTP", "Postgres", "Reactor", "TestAccounts", "TestPostgres", "TestStore",
                "TestWire",
            ],
            path: "Tests/Support/TestService"),
        // The service's tests, floor by floor: each imports its floor, what is below it and the support above.
        .testTarget(name: "DaybookHostTests", dependencies: ["DaybookHost", "HTTP", "TestWire"]),
        .testTarget(
            name: "DaybookStoreTests",
            dependencies: [
                "ClusterHolder", "DaybookCore", "DaybookHost", "DaybookStore", "Migrations", "Postgres", "Reactor",
                "TestPostgres", "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookLedgerTests",
            dependencies: [
                "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "Postgres", "Seeds", "Simulation",
                "TestAccounts", "TestPostgres", "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookCalendarIndexTests",
            dependencies: [
                "DaybookCalendarIndex", "DaybookCore", "DaybookFormats", "DaybookHost", "DaybookLedger",
                "DaybookStore", "Postgres", "Seeds", "TestAccounts", "TestPostgres", "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookAccountsTests",
            dependencies: [
                "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP", "Postgres",
                "Reactor", "Seeds", "TestAccounts", "TestPostgres", "TestService", "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookRemindersTests",
            dependencies: [
                "DaybookAccounts", "DaybookCore", "DaybookHost", "DaybookLedger", "DaybookReminders", "DaybookStore",
                "Notifying", "Postgres", "Reactor", "TestAccounts", "TestPostgres", "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookCalDAVTests",
            dependencies: [
                "Addresses", "DAV", "DaybookAccounts", "DaybookCalDAV", "DaybookCalendarIndex", "DaybookCore",
                "DaybookFormats", "DaybookHost", "DaybookLedger", "DaybookStore", "HTTP", "Postgres", "Reactor",
                "Seeds",
                "TestAccounts", "TestPostgres",
                "TestService", "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookAPITests",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookCore", "DaybookFormats", "DaybookHost", "DaybookLedger",
                "DaybookStore", "HTTP", "Postgres", "RowWriting", "Seeds", "Simulation", "TestAccounts", "TestPostgres",
                "TestService",
                "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookServerTests",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookCalDAV", "DaybookCalendarIndex", "DaybookCore", "DaybookHost",
                "DaybookLedger", "DaybookReminders", "DaybookServer", "DaybookStore", "HTTP", "Migrations", "Postgres",
                "Reactor",
                "Seeds", "TestAccounts", "TestPostgres", "TestStore", "TestWire",
            ]),
        .testTarget(
            name: "DaybookClientTests",
            dependencies: ["DaybookClient", "DaybookCore", "DaybookDevice", "Seeds", "Simulation", "TestWire"]),
        .testTarget(
            name: "DaybookCommandTests",
            dependencies: ["daybook", "DaybookAPI", "DaybookCore", "DaybookHost", "DaybookServer"]),
        // Real processes, real sockets, a real PostgreSQL.
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "DaybookAPI", "DaybookAccounts", "DaybookClient", "DaybookCore", "DaybookHost", "DaybookLedger",
                "DaybookServer", "DaybookStore", "DaybookTesting", "HTTP", "Postgres", "Reactor", "Seeds", "Simulation",
                "TestPostgres", "TestReceivers", "TestWire", "daybook", "daybook-bench", "tasklist",
            ],
            path: "Tests/Integration"),
    ]
)

// Warnings are errors everywhere; the language mode is 6 by tools version, so strict concurrency is on.
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}

// What computes most under the tests is optimised for them, which costs the build less than it saves (scripts/build-tests.sh).
// Not for everybody: a package with flags of its own cannot be depended on.
if Context.environment["DAYBOOK_OPTIMISED_CORE"] != nil {
    let computing: Set = ["DaybookCore", "Fleet", "HTTPParser", "Seeds", "Simulation"]
    for target in package.targets where computing.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    }
}

// DAYBOOK_ROOMS="A B" keeps these targets and what they are made of, for builds that are made for them alone.
if let rooms = Context.environment["DAYBOOK_ROOMS"]?.split(separator: " ").map(String.init), !rooms.isEmpty {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var kept: Set<String> = []
    var wanted = rooms
    while let name = wanted.popLast() {
        guard let target = targets[name] else { fatalError("DAYBOOK_ROOMS: there is no target \(name)") }
        guard kept.insert(name).inserted else { continue }
        wanted += target.dependencies.map(\.name) + (target.plugins ?? []).map(\.name)
    }
    package.products = []
    package.targets.removeAll { !kept.contains($0.name) }
}

extension Target.Dependency {
    var name: String {
        switch self {
        case .targetItem(let name, _), .byNameItem(let name, _), .productItem(let name, _, _, _): name
        @unknown default: fatalError("a dependency of a kind that is not known here")
        }
    }
}

extension Target.PluginUsage {
    var name: String {
        switch self {
        case .plugin(let name, _): name
        @unknown default: fatalError("a plugin of a kind that is not known here")
        }
    }
}
