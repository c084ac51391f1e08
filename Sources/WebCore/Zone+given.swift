import DaybookCore
import DaybookDevice

extension Zone {
    /// Takes a zone of the browser's: its name, and when each span of equal offset begins. Where the machine knows
    /// zones itself there is nothing to take.
    static func give(_ told: JSONValue) throws(Refused) {
        #if hasFeature(Embedded)
        guard let name = told.text("name") else { throw Refused.missing("name") }
        guard let starts = told.items("starts"), let offsets = told.items("offsets") else {
            throw Refused.missing("starts")
        }
        func number(_ value: JSONValue) -> Int64 { if case .integer(let number) = value { number } else { 0 } }
        give(name, starts: starts.map(number), offsets: offsets.map { Int32(clamping: number($0)) })
        #endif
    }
}
