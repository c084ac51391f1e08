import DaybookHost
import DaybookStore

/// `daybook upgrade-database`: the private cluster on a newer PostgreSQL.
public enum DatabaseUpgrade {
    /// By pg_upgrade; and where that gives up, by a backup.
    public static func run(
        _ configuration: Configuration, progress: @escaping @Sendable (String) -> Void
    ) async throws(StartFailure) -> Report {
        guard configuration.databaseURL == nil else {
            throw StartFailure(
                "DAYBOOK_DATABASE_URL names a server of your own, which is upgraded by its own means; this command is for the embedded database",
                .configuration)
        }
        let trouble: EmbeddedError
        do throws(EmbeddedError) {
            let outcome = try ClusterUpgrade.run(
                folder: configuration.dataDirectory, environment: configuration.clusterEnvironment,
                report: { progress($0.sentence) })
            return report(outcome, by: "pg_upgrade", because: nil)
        } catch {
            trouble = error
        }
        guard trouble.isOfPgUpgrade else { throw StartFailure(describing: trouble) }
        progress("\(trouble)")
        do throws(StartFailure) {
            let outcome = try await Backups.move(configuration, progress: progress)
            return report(outcome, by: "backup", because: "\(trouble)")
        } catch {
            throw StartFailure(
                "\(trouble)\nThe other way, a backup into a new cluster, ended too: \(error.sentence)", error.code)
        }
    }

    private static func report(
        _ outcome: ClusterUpgrade.Outcome, by way: String, because trouble: String?
    ) -> Report {
        Report(
            [
                Report.Entry("from", "from PostgreSQL", .integer(Int64(outcome.from))),
                Report.Entry("to", "to PostgreSQL", .integer(Int64(outcome.to))),
                Report.Entry("by", "by", .string(way)),
                Report.Entry("because", nil, .optional(trouble)),
                Report.Entry("kept", "the old one", .string(outcome.kept)),
            ],
            note: "The old cluster goes with the next `daybook backup create`. Make one now.")
    }
}

extension ClusterUpgrade.Step {
    fileprivate var sentence: String {
        switch self {
        case .stopping: "stopping the cluster in order"
        case .making(let version): "making a cluster of PostgreSQL \(version)"
        case .checking: "checking that both fit"
        case .linking: "moving the data over"
        case .analyzing: "starting it and reading statistics"
        }
    }
}
