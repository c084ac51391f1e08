import DaybookHost
import DaybookStore

/// `daybook upgrade-database`: the private cluster on a newer PostgreSQL.
public enum DatabaseUpgrade {
    public static func run(
        _ configuration: Configuration, progress: @escaping @Sendable (String) -> Void
    ) throws(StartFailure) -> Report {
        guard configuration.databaseURL == nil else {
            throw StartFailure(
                "DAYBOOK_DATABASE_URL names a server of your own, which is upgraded by its own means; this command is for the embedded database",
                .configuration)
        }
        do throws(EmbeddedError) {
            let outcome = try ClusterUpgrade.run(
                folder: configuration.dataDirectory, environment: configuration.clusterEnvironment,
                report: { progress($0.sentence) })
            return Report(
                [
                    Report.Entry("from", "from PostgreSQL", .integer(Int64(outcome.from))),
                    Report.Entry("to", "to PostgreSQL", .integer(Int64(outcome.to))),
                    Report.Entry("kept", "the old one", .string(outcome.kept)),
                ],
                note: "The old cluster goes with the next `daybook backup create`. Make one now.")
        } catch {
            throw StartFailure(describing: error)
        }
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
