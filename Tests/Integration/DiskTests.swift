import Foundation
import Testing

@Suite(.closing) struct DiskTests {
    static let isRoot = getuid() == 0

    /// A folder on a file system of a few megabytes.
    @Test(.enabled(if: isRoot, "mounting a small file system needs root; CI is root"))
    func aFullDiskIsAClearErrorAndLeavesNothingRunning() async throws {
        let folder = "/tmp/daybook-disk-\(getpid())"
        mkdir(folder, 0o755)
        let mount = try await Program.run(
            "daybook", ["version"],
            wrapper: ["sh", "-c", "mount -t tmpfs -o size=12m,mode=755 tmpfs \(folder) && exec \"$0\" \"$@\""])
        try #require(mount.code == 0, "a small file system could not be mounted: \(mount.complaints)")
        defer {
            umount2(folder, Int32(MNT_DETACH))
            rmdir(folder)
        }
        let run = try await Program.run(
            "daybook", ["serve"], ["DAYBOOK_DATA_DIR": "\(folder)/data", "DAYBOOK_LISTEN": "127.0.0.1:0"])
        #expect(run.code == 74, "\(run.complaints)")
        #expect(run.complaints.contains("is full"))
        #expect(run.output.isEmpty)
    }
}
