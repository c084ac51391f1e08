/// How a day's requests spread over its hours: people who live in one time zone, so that their mornings fall together.
/// That is the worst case; users of many zones make the day flatter.
package struct DayCurve: Sendable {
    /// How busy each hour is, from midnight on, in any unit.
    private let hours: [Double]
    private let sum: Double

    package init(_ hours: [Double]) {
        precondition(hours.count == 24 && hours.allSatisfy { $0 >= 0 } && hours.contains { $0 > 0 })
        self.hours = hours
        sum = hours.reduce(0, +)
    }

    /// The part of a day's requests that this hour gets.
    package func share(of hour: Int) -> Double { hours[hour % 24] / sum }

    package var busiestHour: Int { hours.indices.max { hours[$0] < hours[$1] } ?? 0 }
}
