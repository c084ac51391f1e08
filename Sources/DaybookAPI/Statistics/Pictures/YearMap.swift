import DaybookCore

extension DailySeries {
    /// A square a day, a column a week: a year at a glance.
    func map(firstWeekday: Int) -> SVG {
        let cell = 12.0
        let leading = (dates.lowerBound.weekday - firstWeekday + 7) % 7
        let columns = (leading + counts.count + 6) / 7
        let left = 38.0
        var picture = SVG(
            name: "year", width: Int(left + Double(columns) * cell) + 8, height: 7 * 12 + 46,
            title: "Completed tasks of a year",
            description: inWords)
        var month = 0
        for (index, day) in days.enumerated() {
            let place = leading + index
            let x = left + Double(place / 7) * cell
            picture.rectangle(
                x: x, y: 20 + Double(place % 7) * cell, width: cell - 2, height: cell - 2, radius: 2,
                paint(of: day.count), told: "\(day.date.text): \(day.count)")
            let parts = day.date.components
            if parts.month != month, parts.day <= 7 {
                month = parts.month
                picture.text(Self.months[month - 1], x: x, y: 12, .faint)
            }
        }
        for row in stride(from: 0, to: 7, by: 2) {
            let name = Self.weekdays[(firstWeekday - 1 + row) % 7]
            picture.text(name, x: left - 6, y: 29 + Double(row) * cell, anchor: .end, .faint)
        }
        legend(in: &picture, right: left + Double(columns) * cell, y: 7 * cell + 30)
        return picture
    }

    /// From nothing to the busiest day.
    private func legend(in picture: inout SVG, right: Double, y: Double) {
        picture.text("Less", x: right - 96, y: y + 9, anchor: .end, .faint)
        for (place, paint) in [SVG.Paint.empty, .level1, .level2, .level3, .level4].enumerated() {
            picture.rectangle(x: right - 90 + Double(place) * 12, y: y, width: 10, height: 10, radius: 2, paint)
        }
        picture.text("More", x: right - 26, y: y + 9, .faint)
    }

    /// Four levels, by quarters of the busiest day.
    private func paint(of count: Int) -> SVG.Paint {
        guard count > 0 else { return .empty }
        switch (count * 4 + most - 1) / most {
        case ...1: return .level1
        case 2: return .level2
        case 3: return .level3
        default: return .level4
        }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
