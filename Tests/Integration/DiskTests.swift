import Foundation
import Testing

@Suite(.closing) struct DiskTests {
    /// A folder on a file system of a few megabytes.
    @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small file system needs root; CI is root"))
    func aFullDiskIsAClearErrorAndLeavesNothingRunning() async throws {
        let disk = try SmallDisk("12m")
        let run = try await Program.run(
            "daybook", ["serve"], ["DAYBOOK_DATA_DIR": disk.folder.path + "/data", "DAYBOOK_LISTEN": "127.0.0.1:0"])
        #expect(run.code == 74, "\(run.complaints)")
        #expect(run.complaints.contains("is full"))
        #expect(run.output.isEmpty)
        withExtendedLifetime(disk) {}
    }
}
