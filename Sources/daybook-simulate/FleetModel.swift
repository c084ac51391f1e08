import Fleet
import Foundation

/// `benchmarks/model.json`: how people use their devices, and what was measured that it costs.
struct FleetModel: Decodable {
    struct People: Decodable {
        let hours: [Double]
        let requests: [String: Double]
    }

    struct Costs: Decodable {
        struct Request: Decodable {
            let server_us: Double
            let database_us: Double
            let durable: Bool
        }

        let requests: [String: Request]
        let flush_us: Double
    }

    let people: People
    let costs: Costs

    init(file: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: file)))
    }

    func plan(people count: Int, serverCores: Int, databaseCores: Int) -> FleetPlan {
        let requests = people.requests.sorted { $0.key < $1.key }.compactMap { name, perDay in
            costs.requests[name].map {
                FleetPlan.Request(
                    name: name, perDay: perDay, server: $0.server_us / 1e6, database: $0.database_us / 1e6,
                    isDurable: $0.durable)
            }
        }
        return FleetPlan(
            requests: requests, curve: DayCurve(people.hours), people: count, serverCores: serverCores,
            databaseCores: databaseCores, flush: costs.flush_us / 1e6)
    }
}
