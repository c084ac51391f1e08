import Reactor

/// The tasks that run beside the requests, each on one of the reactors.
package final class BackgroundWork: Sendable {
    private let tasks: [Task<Void, Never>]

    package init(_ work: [@Sendable () async -> Void], on reactors: ReactorGroup) {
        tasks = work.enumerated().map { index, body in
            Task(executorPreference: reactors.reactors[index % reactors.reactors.count]) { await body() }
        }
    }

    /// Ends it all and waits until it has ended.
    package func stop() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
