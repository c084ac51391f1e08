/// What the simulation of a fleet is told: how people use their devices, what a request costs, and which machines
/// there are. `benchmarks/model.json` holds the first two.
package struct FleetPlan: Sendable {
    /// One kind of request.
    package struct Request: Sendable {
        package var name: String
        /// How often one person causes it on a day.
        package var perDay: Double
        /// Seconds of processor time.
        package var server: Double
        package var database: Double
        /// Whether it waits for the disk before it is answered.
        package var isDurable: Bool

        package init(name: String, perDay: Double, server: Double, database: Double, isDurable: Bool) {
            self.name = name
            self.perDay = perDay
            self.server = server
            self.database = database
            self.isDurable = isDurable
        }
    }

    package var requests: [Request]
    package var curve: DayCurve
    package var people: Int
    package var serverCores: Int
    package var databaseCores: Int
    /// Seconds that one flush of the write-ahead log takes. Commits that come meanwhile share the next.
    package var flush: Double
    /// Of requests, as where a machine is tried with a part of what its users would send.
    package var rate = 1.0

    package init(
        requests: [Request], curve: DayCurve, people: Int, serverCores: Int, databaseCores: Int, flush: Double
    ) {
        self.requests = requests
        self.curve = curve
        self.people = people
        self.serverCores = serverCores
        self.databaseCores = databaseCores
        self.flush = flush
    }

    package func arrivalsPerSecond(of request: Request, hour: Int) -> Double {
        Double(people) * request.perDay * curve.share(of: hour) / 3600 * rate
    }

    /// How many cores the hour keeps busy, on the servers and in the database.
    package func demand(hour: Int) -> (server: Double, database: Double) {
        requests.reduce(into: (server: 0, database: 0)) { demand, request in
            let arrivals = arrivalsPerSecond(of: request, hour: hour)
            demand.server += arrivals * request.server
            demand.database += arrivals * request.database
        }
    }
}
