import Foundation
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookStore

/// What can be wrong with the machine: each has its own sentence that says what to do.
@Suite(.closing) struct EmbeddedTroubleTests {
    @Test func missingOldOrUnsuitableBinariesAreNamed() async throws {
        let folder = try openDataFolder()
        let nowhere = ["DAYBOOK_PG_BIN": "/nowhere/bin"]
        let missing = await #expect(throws: EmbeddedError.self) {
            try await openCluster(folder, environment: nowhere)
        }
        #expect(missing == .binariesMissing(searched: ["/nowhere/bin"]))
        #expect(missing?.description.contains("apt install postgresql") == true)

        let fake = "\(folder)/postgresql/13/bin"
        try Files.makeFolder(fake, mode: 0o755)
        for name in ["initdb", "postgres"] {
            try Files.replace("\(fake)/\(name)", with: "#!/bin/sh\n", mode: 0o755)
        }
        #expect(throws: EmbeddedError.binariesTooOld(version: 13, path: fake)) {
            try PostgresBinaries.choose(for: nil, environment: [:], debianRoot: "\(folder)/postgresql")
        }
        // The newest for a new cluster, its own version for an old one.
        for version in [15, 9, 16] {
            let bin = "\(folder)/postgresql/\(version)/bin"
            try Files.makeFolder(bin, mode: 0o755)
            for name in ["initdb", "postgres"] {
                try Files.replace("\(bin)/\(name)", with: "#!/bin/sh\n", mode: 0o755)
            }
        }
        func choose(_ cluster: Int?) throws -> Int {
            try PostgresBinaries.choose(for: cluster, environment: [:], debianRoot: "\(folder)/postgresql").major
        }
        #expect(try choose(nil) == 16)
        #expect(try choose(15) == 15)
        #expect(throws: EmbeddedError.unsuitableBinaries(cluster: 14, found: [9, 13, 15, 16])) { try choose(14) }
    }

    @Test(arguments: [
        ("postgres (PostgreSQL) 15.4 (Debian 15.4-1)", 15), ("postgres (PostgreSQL) 18beta1", 18), ("postgres 9", nil),
        ("", nil),
    ])
    func versionsAreRead(text: String, version: Int?) {
        #expect(PostgresBinaries.parseVersion(text) == version)
    }

    /// What the log is packed with must be something that the server takes, or it would not start.
    @Test(arguments: [
        (15, "FATAL:  invalid value for parameter \"wal_compression\": \"lz4\"", "on"), (15, "", "on"),
        (15, "postgres: could not access the server configuration file \"//postgresql.conf\"", "lz4"),
        (14, "postgres: could not access the server configuration file \"//postgresql.conf\"", "on"),
    ])
    func theLogIsPackedAsTheServerCan(major: Int, says words: String, packing: String) throws {
        let folder = try openDataFolder()
        try Files.makeFolder(folder, mode: 0o755)
        try Files.replace("\(folder)/postgres", with: "#!/bin/sh\necho '\(words)' >&2\nexit 1\n", mode: 0o755)
        #expect(PostgresBinaries(folder: folder, major: major).logCompression == packing)
    }

    @Test func aFolderOfSomethingElseIsNotTouched() async throws {
        let folder = try openDataFolder()
        try Files.makeFolder("\(folder)/postgres/cluster/data", mode: 0o755)
        try Files.replace("\(folder)/postgres/cluster/data/mine", with: "precious", mode: 0o644)
        if geteuid() == 0, let user = SystemUsers.find("postgres") {
            chown("\(folder)/postgres/cluster", user.user, user.group)
        }
        let error = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
        #expect(error?.code == "data_folder_foreign")
        #expect(try Files.text("\(folder)/postgres/cluster/data/mine") == "precious")
    }

    @Test func somebodyElsesClusterIsRefused() async throws {
        let folder = try openDataFolder()
        let layout = try ClusterLayout.prepare(folder)
        try Files.makeFolder(layout.cluster, mode: 0o700)
        if geteuid() == 0 { chown(layout.cluster, 12_345, 12_345) }
        let error = #expect(throws: EmbeddedError.self) { try ClusterOwner.choose(for: layout, runner: 54_321) }
        #expect(error?.code == "data_folder_wrong_owner")
    }

    @Test func aFileWhereTheFolderShouldBeIsSaid() async throws {
        let folder = try openDataFolder()
        try Files.replace(folder, with: "", mode: 0o644)
        let error = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
        #expect(error?.code == "data_folder_trouble")
        #expect(error?.description.contains(folder) == true)
    }

    /// Only root can mount a disk of its own, or become somebody who may not.
    @Suite(.enabled(if: geteuid() == 0, "needs to mount and to change the user")) struct AsRoot {
        func mounted(_ options: String, _ body: (String) async throws -> Void) async throws {
            let folder = try openDataFolder()
            try Files.makeFolder(folder, mode: 0o755)
            try #require(mount("none", folder, "tmpfs", 0, options) == 0)
            let result: Result<Void, any Error>
            do { result = .success(try await body(folder)) } catch { result = .failure(error) }
            if let left = Postmaster.running(in: ClusterLayout(folder: folder)) {
                let watch = ProcessWatch(left.process)
                kill(left.process, SIGQUIT)
                while !watch.hasEnded { _ = watch.wait(milliseconds: 200) }
            }
            umount2(folder, 2)  // MNT_DETACH
            try result.get()
        }

        @Test func aFullDiskIsSaidBeforeAndAfterCreation() async throws {
            try await mounted("size=60m,mode=755") { folder in
                let early = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
                #expect(early?.code == "disk_full")
                #expect(early?.description.contains("128 MiB") == true)
            }
            try await mounted("size=200m,mode=755") { folder in
                let cluster = try await openCluster(folder)
                try await onThread { try cluster.stop() }
                let filler = open("\(folder)/filler", O_WRONLY | O_CREAT, 0o600)
                let block = [UInt8](repeating: 1, count: 1 << 16)
                while write(filler, block, block.count) > 0 {}
                close(filler)
                let late = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
                #expect(late?.code == "disk_full", "\(late?.description ?? "")")
                // With room again, it goes on as if nothing had been.
                unlink("\(folder)/filler")
                let again = try await openCluster(folder)
                try await onThread { try again.stop() }
            }
        }

        @Test func aReadOnlyDiskIsSaid() async throws {
            try await mounted("size=1m,mode=755") { folder in
                try #require(mount("none", folder, "tmpfs", 1 | 32, nil) == 0)  // MS_RDONLY | MS_REMOUNT
                let error = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
                #expect(error?.code == "data_folder_read_only")
            }
        }

        @Test func noPermissionIsSaid() async throws {
            let folder = try openDataFolder()
            try Files.makeFolder(folder, mode: 0o755)
            let holder = try Holder("\(folder)/inner", as: "65534")
            #expect(try await holder.line() == "error data_folder_no_permission")
            try await holder.ended()
        }

        @Test func aPathClosedToPostgresUserIsNamed() async throws {
            let folder = try openDataFolder(named: "closed/data")
            try Files.makeFolder(folder, mode: 0o755)
            let closed = String(folder.dropLast("/data".count))
            chmod(closed, 0o700)
            let error = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
            #expect(error?.code == "data_folder_unreachable")
            #expect(error?.description.contains("cannot reach \(closed). ") == true)
        }
    }
}
