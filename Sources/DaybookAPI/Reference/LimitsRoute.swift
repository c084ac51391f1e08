import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP

/// `GET /v1/limits`: how much this server takes, so that clients need not find out by being refused. Null is no limit.
struct LimitsRoute: Sendable {
    private let document: [UInt8]

    init(_ configuration: Configuration) {
        var json = JSONWriter()
        func limit(_ name: String, _ value: Int) {
            json.name(name)
            if value > 0 { json.integer(value) } else { json.null() }
        }
        json.beginObject()
        json.name("body")
        json.beginObject()
        limit("bytes", configuration.bodyLimit)
        json.endObject()
        json.name("sync")
        json.beginObject()
        limit("pageRows", SyncRequest.largestLimit)
        json.endObject()
        json.name("batch")
        json.beginObject()
        limit("tasks", BatchTasks.most)
        json.endObject()
        json.name("account")
        json.beginObject()
        limit("tasks", configuration.tasksPerAccount)
        limit("bytes", configuration.bytesPerAccount)
        limit("devices", configuration.devicesPerAccount)
        json.endObject()
        let unclaimed = Quotas(configuration).of(claimed: false)
        json.name("unclaimedAccount")
        json.beginObject()
        limit("tasks", unclaimed.tasks)
        limit("bytes", unclaimed.bytes)
        json.endObject()
        json.name("requestsPerMinute")
        json.beginObject()
        limit("device", configuration.requestsPerDevice)
        limit("account", configuration.requestsPerAccount)
        limit("address", configuration.requestsPerAddress)
        json.endObject()
        json.endObject()
        document = json.bytes
    }

    func add(to routes: inout Routes) {
        routes.get("/v1/limits") { [document] _ in .json(document) }
    }
}
