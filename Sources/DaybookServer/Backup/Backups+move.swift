import DaybookHost
import DaybookStore

extension Backups {
    /// Moves the private database into a new cluster of the newest PostgreSQL, by a backup that nobody sees. It fails,
    /// and leaves everything as it was, where the old cluster holds what a backup does not carry.
    static func move(
        _ configuration: Configuration, progress: @escaping @Sendable (String) -> Void
    ) async throws(StartFailure) -> ClusterUpgrade.Outcome {
        try await telling {
            try await ClusterReplacement.run(
                folder: configuration.dataDirectory, environment: configuration.clusterEnvironment
            ) { folder in
                let path = "\(folder)/all.backup"
                progress("going on by a backup, which takes longer: writing it")
                let old = try await BackupPlace.visit(configuration, creating: false) { place in
                    _ = try await write(place, configuration, to: path, nil, progress: { _ in })
                    return try await ClusterContents.names(at: place, configuration)
                }
                progress("restoring it into a new cluster")
                let verified = try BackupVerification(path, nil)
                let migrations = try MigrationSet.embedded()
                var target = configuration
                target.dataDirectory = folder
                let new = try await BackupPlace.visit(target, creating: true) { [target] place in
                    try await BackupSession.open(place.address, target) { database in
                        var restoration = BackupRestoration(
                            database: database, migrations: migrations, progress: { _ in })
                        restoration.isMove = true
                        try await restoration.restore(path, nil, verified)
                    }
                    return try await ClusterContents.names(at: place, target)
                }
                let left = old.filter { !new.contains($0) }
                guard left.isEmpty else { throw BackupError.notCarried(left) }
            }
        }
    }
}
