/// Sizes as operators write them: `512B`, `64KiB`, `1MiB`, `2GiB`.
enum ByteSize {
    private static let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)]

    static func parse(_ text: String) -> Int? {
        for (unit, factor) in units where text.hasSuffix(unit) {
            guard let count = plainNumber(text.dropLast(unit.count)) else { return nil }
            let (bytes, overflow) = count.multipliedReportingOverflow(by: factor)
            return overflow ? nil : bytes
        }
        return plainNumber(text[...])
    }

    static func show(_ bytes: Int) -> String {
        for (unit, factor) in units where bytes >= factor && bytes % factor == 0 { return "\(bytes / factor)\(unit)" }
        return "\(bytes)B"
    }
}

/// Times as operators write them: `500ms`, `10s`, `5m`, `1h`, `30d`.
package enum TimeSpan {
    private static let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]

    /// A number without a unit is refused, since readers would differ on it; only 0 needs none.
    package static func parse(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        for (unit, milliseconds) in units where text.hasSuffix(unit) {
            guard let count = plainNumber(text.dropLast(unit.count)), count < 1 << 40 else { return nil }
            return .milliseconds(count * milliseconds)
        }
        return nil
    }

    package static func show(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        if milliseconds == 0 { return "0" }
        for (unit, factor) in units.reversed() where milliseconds % factor == 0 {
            return "\(milliseconds / factor)\(unit)"
        }
        return "\(milliseconds)ms"
    }
}

private func plainNumber(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
}
