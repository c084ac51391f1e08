import DaybookHost
import DaybookStore

/// The private database of a service that was given none.
extension Service {
    /// Takes seconds the first time, and blocks while it lasts: on a thread beside the loops.
    static func openCluster(
        _ configuration: Configuration, _ log: Log
    ) async throws(StartFailure) -> EmbeddedCluster {
        try RestoreFlag(configuration).requireLowered()
        let opened = await Task.detached { () -> Result<EmbeddedCluster, EmbeddedError> in
            do throws(EmbeddedError) {
                let cluster = try EmbeddedCluster(
                    folder: configuration.dataDirectory, connections: configuration.databaseConnections + 20,
                    environment: configuration.clusterEnvironment, report: log.report)
                cluster.keepAlive()
                return .success(cluster)
            } catch {
                return .failure(error)
            }
        }.value
        let cluster: EmbeddedCluster
        switch opened {
        case .success(let running): cluster = running
        case .failure(let error): throw StartFailure(describing: error)
        }
        if Task.isCancelled {
            await close(cluster, log)
            throw StartFailure("stopped before it had started", .failure)
        }
        return cluster
    }

    static func close(_ cluster: EmbeddedCluster?, _ log: Log) async {
        guard let cluster else { return }
        await Task.detached {
            do throws(EmbeddedError) {
                try cluster.stop()
            } catch {
                log.error("the private database did not stop in time; it recovers at its next start")
            }
        }.value
    }
}

extension Log {
    @Sendable fileprivate func report(_ event: EmbeddedCluster.Event) {
        switch event {
        case .creating(let version): info("creating the private database", .postgres(version))
        case .starting(let version): debug("starting the private database", .postgres(version))
        case .found(let process): info("the private database is already running", .process(process))
        case .ready(let took): info("private database ready", .duration(took))
        case .ended: error("the private database stopped unexpectedly; restarting it")
        case .restartFailed: error("the private database could not be restarted; retrying")
        case .stopped(let took): info("private database stopped", .duration(took))
        }
    }
}
