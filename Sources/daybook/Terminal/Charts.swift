import DaybookCore

/// The server's pictures as a terminal draws them: the same numbers, in letters and, where there are any, in colours.
struct Charts {
    let style: TerminalStyle

    // MARK: Days

    /// One bar a day, so many lines high, with what the days are.
    func bars(_ series: DailySeries, height: Int = 6) -> [String] {
        let most = max(1, series.most)
        // Where every day had few, a line stands for one task and not for a part of it.
        let height = min(height, most)
        let steps = style.plainSigns ? 1 : 8
        let tall = series.counts.map { ($0 * height * steps + most - 1) / most }
        let label = String(series.most).count
        var lines = (0..<height).reversed().map { row -> String in
            let cells = tall.map { style.cyan(cell($0 - row * steps, of: steps)) }.joined()
            let mark = row == height - 1 ? String(series.most) : ""
            return "\(style.dim(mark.aligned(right: label))) \(cells)"
        }
        let ground = tall.map { _ in style.plainSigns ? "-" : "▔" }.joined()
        lines.append("\("".aligned(right: label)) \(style.dim(ground))")
        let (first, last) = (series.dates.lowerBound.text, series.dates.upperBound.text)
        let gap = series.counts.count - first.count - last.count
        let names = gap > 0 ? first + String(repeating: " ", count: gap) + last : "\(first) to \(last)"
        lines.append("\("".aligned(right: label)) \(style.dim(names))")
        return lines
    }

    private func cell(_ filled: Int, of steps: Int) -> String {
        guard filled > 0 else { return " " }
        if style.plainSigns { return "#" }
        return String(["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(filled, steps) - 1])
    }

    // MARK: A year

    /// A column a week, a line a weekday, darker where more was done.
    func map(_ series: DailySeries, firstWeekday: Int) -> [String] {
        let leading = (series.dates.lowerBound.weekday - firstWeekday + 7) % 7
        let columns = (leading + series.counts.count + 6) / 7
        var lines = [style.dim("    " + months(series, leading, columns))]
        for row in 0..<7 {
            let name = row % 2 == 0 ? Self.weekdays[(firstWeekday - 1 + row) % 7] : ""
            let cells = (0..<columns).map { column -> String in
                let place = column * 7 + row - leading
                guard series.counts.indices.contains(place) else { return " " }
                return shade(level(series.counts[place], of: series.most))
            }
            lines.append("\(style.dim(name.aligned(left: 3))) \(cells.joined())")
        }
        let legend = (0...4).map(shade).joined()
        lines.append(style.dim("    less ") + legend + style.dim(" more"))
        return lines
    }

    /// Quarters of the busiest day; 0 for none.
    private func level(_ count: Int, of most: Int) -> Int { most == 0 ? 0 : (count * 4 + most - 1) / most }

    private func shade(_ level: Int) -> String {
        if style.plainSigns { return [".", "-", "+", "x", "#"][level] }
        return level == 0 ? style.dim("·") : style.green(["░", "▒", "▓", "█"][level - 1])
    }

    /// The first week of each month is where its name stands.
    private func months(_ series: DailySeries, _ leading: Int, _ columns: Int) -> String {
        var line: [Character] = Array(repeating: " ", count: columns + 3)
        var free = 0
        for (index, day) in series.days.enumerated() where day.date.day == 1 {
            let column = (leading + index) / 7
            guard column >= free else { continue }
            for (offset, letter) in Self.months[day.date.month - 1].enumerated() { line[column + offset] = letter }
            free = column + 4
        }
        return String(line)
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    // MARK: Shares

    /// The largest shares with their names; what is left as one more.
    func balance(_ shares: [Distribution.Share], width: Int = 30, name: (String?) -> String?) -> [String] {
        var rows = shares.prefix(7).map { (name: TerminalStyle.line(name($0.key) ?? "A deleted list"), share: $0) }
        let rest = shares.dropFirst(7)
        if !rest.isEmpty {
            rows.append(
                (
                    "Everything else",
                    .init(
                        key: nil, count: rest.reduce(0) { $0 + $1.count }, percent: rest.reduce(0) { $0 + $1.percent })
                ))
        }
        let names = min(24, rows.map(\.name.columns).max() ?? 0)
        let counts = rows.map { String($0.share.count).count }.max() ?? 0
        return rows.map { row in
            let name = row.name.shortened(to: 24)
            let filled = (row.share.percent * width + 50) / 100
            let bar = String(repeating: style.plainSigns ? "#" : "█", count: filled)
            let rest = String(repeating: style.plainSigns ? "." : "░", count: width - filled)
            let numbers =
                "\(String(row.share.percent).aligned(right: 3)) %  \(String(row.share.count).aligned(right: counts))"
            return "\(name.aligned(left: names))  \(style.cyan(bar))\(style.dim(rest)) \(numbers)"
        }
    }
}

extension String {
    func aligned(left width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }
    func aligned(right width: Int) -> String { String(repeating: " ", count: max(0, width - columns)) + self }

    /// How many columns of a terminal it takes: two for a character of East Asian scripts and for an emoji.
    var columns: Int {
        func isWide(_ scalar: Unicode.Scalar) -> Bool { Self.wide.contains { $0.contains(scalar.value) } }
        return reduce(0) { $0 + ($1.unicodeScalars.contains(where: isWide) ? 2 : 1) }
    }

    /// As much of it as fits.
    func shortened(to width: Int) -> String {
        guard columns > width else { return self }
        var (short, left) = ("", width - 1)
        for character in self {
            left -= String(character).columns
            if left < 0 { break }
            short.append(character)
        }
        return short + "…"
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
