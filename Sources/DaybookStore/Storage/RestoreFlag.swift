import DaybookHost
import Glibc

/// A file in the data folder for as long as a restore that began without a private database is under way there.
/// Before there is one, a mark in it (`RestoreMark`) cannot say that what will be made is not to be served.
package struct RestoreFlag: Sendable {
    /// Nil where the database is a server of the operator's own, which is there before any restoration.
    private let folder: String?

    package init(_ configuration: Configuration) {
        folder = configuration.databaseURL == nil ? configuration.dataDirectory : nil
    }

    private static func path(in folder: String) -> String { "\(folder)/restoring" }

    /// Writes the flag if there is no database; returns whether it was written now. An existing database holds its mark
    /// itself, and must not be refused only because a backup for it is being read.
    package func raise() throws(StartFailure) -> Bool {
        guard let folder, !Files.exists(Self.path(in: folder)),
            !Files.exists(ClusterLayout(folder: Files.canonical(folder) ?? folder).versionFile)
        else { return false }
        do throws(FileError) {
            try Files.makeFolder(folder, mode: geteuid() == 0 ? 0o711 : 0o700)
            try Files.replace(Self.path(in: folder), with: "", mode: 0o600)
            try Files.sync(folder: folder)
        } catch {
            throw StartFailure("\(error.path): \(error.sentence)", .inputOutput)
        }
        return true
    }

    package func lower() {
        if let folder { unlink(Self.path(in: folder)) }
    }

    /// Refuses what is not a restoration.
    package func requireLowered() throws(StartFailure) {
        guard let folder, Files.exists(Self.path(in: folder)) else { return }
        throw StartFailure(describing: MigrationError.restoring, nil)
    }
}
