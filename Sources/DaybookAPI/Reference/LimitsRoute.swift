import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP

/// `GET /v1/limits`: this server's limits, so that clients need not find out by being refused. Null means no limit.
struct LimitsRoute: Sendable {
    private let document: [UInt8]

    init(_ configuration: Configuration) {
        let unclaimed = Quotas(configuration).of(claimed: false)
        document = JSONWriter.bytes { json in
            json.object("body") { $0.limit("bytes", configuration.bodyLimit) }
            json.object("sync") { $0.limit("pageRows", SyncRequest.largestLimit) }
            json.object("batch") { $0.limit("tasks", BatchTasks.most) }
            json.object("account") { json in
                json.limit("tasks", configuration.tasksPerAccount)
                json.limit("bytes", configuration.bytesPerAccount)
                json.limit("devices", configuration.devicesPerAccount)
            }
            json.object("unclaimedAccount") { json in
                json.limit("tasks", unclaimed.tasks)
                json.limit("bytes", unclaimed.bytes)
            }
            json.object("requestsPerMinute") { json in
                json.limit("device", configuration.requestsPerDevice)
                json.limit("account", configuration.requestsPerAccount)
                json.limit("address", configuration.requestsPerAddress)
            }
            json.object("history") { $0.limit("days", configuration.ledgerRetention?.days ?? 0) }
            json.object("deleted") { $0.limit("days", configuration.deletedRetention.days) }
        }
    }

    func answer(_: Request) -> Response { .json(document) }
}

extension Duration {
    fileprivate var days: Int { Int(components.seconds / 86_400) }
}

extension JSONWriter {
    fileprivate mutating func limit(_ name: String, _ value: Int) { member(name, value > 0 ? value : nil) }
}
