/// Writes a capability's figures as they were at the time of the request.
package typealias CapabilityFigures = @Sendable (inout Exposition) -> Void

/// Prometheus' text format, version 0.0.4: families of samples, each family described once.
package struct Exposition {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package enum Kind: String {
        case counter = "counter"
        case gauge = "gauge"
        case histogram = "histogram"
    }

    package typealias Labels = KeyValuePairs<StaticString, String>

    package private(set) var bytes: [UInt8] = []

    package init() {}
    private var family = ""

    /// Begins a family; the samples that follow are its own.
    package mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
        family = name.description
        put("# HELP \(family) \(help)\n# TYPE \(family) \(kind.rawValue)\n")
    }

    package mutating func sample(_ value: Double, _ labels: Labels = [:]) { sample("", value, labels) }
    package mutating func sample(_ value: UInt64, _ labels: Labels = [:]) { sample("", text: "\(value)", labels, nil) }
    package mutating func sample(_ value: Int, _ labels: Labels = [:]) { sample("", text: "\(value)", labels, nil) }

    /// A family of one sample.
    package mutating func single(_ name: StaticString, _ kind: Kind, _ help: StaticString, _ value: Double) {
        begin(name, kind, help)
        sample(value)
    }

    /// The same of a whole number.
    package mutating func single(_ name: StaticString, _ kind: Kind, _ help: StaticString, _ value: some BinaryInteger)
    {
        begin(name, kind, help)
        sample("", text: "\(value)", [:], nil)
    }

    /// The samples of one histogram. The counts are those of each bucket alone; the format wants them summed up.
    package mutating func histogram(bounds: [Double], counts: [UInt64], sum: Double, _ labels: Labels = [:]) {
        var total: UInt64 = 0
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < bounds.count ? Self.text(bounds[index]) : "+Inf"
            sample("_bucket", text: "\(total)", labels, bound)
        }
        sample("_sum", sum, labels)
        sample("_count", text: "\(total)", labels, nil)
    }

    private mutating func sample(_ suffix: String, _ value: Double, _ labels: Labels) {
        sample(suffix, text: Self.text(value), labels, nil)
    }

    private mutating func sample(_ suffix: String, text: String, _ labels: Labels, _ bound: String?) {
        put(family)
        put(suffix)
        if !labels.isEmpty || bound != nil {
            var separator = "{"
            for (name, value) in labels {
                put(separator + name.description + "=\"")
                putEscaped(value)
                put("\"")
                separator = ","
            }
            if let bound { put("\(separator)le=\"\(bound)\"") }
            put("}")
        }
        put(" \(text)\n")
    }

    /// Whole numbers without a fraction, which readers of the page expect; what Swift calls `inf` is `+Inf` here.
    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func putEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            default: bytes.append(byte)
            }
        }
    }
}
