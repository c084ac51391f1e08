import DaybookHost

/// The other way to a newer PostgreSQL, where pg_upgrade gives up: a cluster that somebody fills beside the old one
/// takes its place. Nothing is shared, so the old one is kept whole.
package enum ClusterReplacement {
    /// Holds the data folder, with the old cluster running, from before the first byte is read until the new cluster is
    /// in its place: nothing is written to the old one meanwhile, and whatever ends this before, it is what
    /// `daybook serve` finds.
    ///
    /// - Parameter fill: is given the path of a data folder of its own, and returns with a stopped cluster of the
    ///   newest PostgreSQL in it.
    package static func run(
        folder: String, environment: [String: String], fill: (String) async throws -> Void
    ) async throws -> ClusterUpgrade.Outcome {
        let new = try PostgresBinaries.choose(for: nil, environment: environment)
        let old = try EmbeddedCluster(folder: folder, environment: environment)
        let opening = Opening(
            layout: old.layout, binaries: old.binaries, owner: old.owner, socketFolder: old.socketFolder,
            settings: ClusterSettings(), report: { _ in })
        let kept = old.layout.former(old.binaries.major)
        do {
            // The new cluster belongs to whom the old one does.
            try opening.prepareSuccessor()
            try await fill(old.layout.successor.folder)
            try old.stop { () throws(EmbeddedError) in
                try opening.exchange(old.layout.successor.data, keeping: kept)
                opening.removeSuccessor()
            }
        } catch {
            opening.removeSuccessor()
            try? old.stop()
            throw error
        }
        // Not every setting in custom.conf is known to every version: better found now.
        try EmbeddedCluster(folder: folder, environment: environment).stop()
        return ClusterUpgrade.Outcome(from: old.binaries.major, to: new.major, kept: kept)
    }
}

extension Opening {
    fileprivate func prepareSuccessor() throws(EmbeddedError) {
        let successor = try ClusterLayout.prepare(layout.successor.folder)
        do {
            try Files.makeFolder(successor.postgres, mode: owner.isAnother ? 0o711 : 0o700)
        } catch {
            throw EmbeddedError(error)
        }
        try owner.makeFolder(successor.cluster)
    }
}
