import DaybookCore

extension DailySeries {
    /// One bar a day, for a month or so.
    func bars() -> SVG {
        let width = 640
        let height = 160
        var picture = SVG(
            name: "daily", width: width, height: height, title: "Completed tasks by day", description: inWords)
        let ground = Double(height - 24)
        let room = ground - 20
        let step = Double(width - 16) / Double(max(1, counts.count))
        if most > 0 { picture.rectangle(x: 8, y: ground - room, width: Double(width - 16), height: 1, .empty) }
        for (index, day) in days.enumerated() {
            let x = 8 + Double(index) * step
            let tall = most == 0 ? 0 : room * Double(day.count) / Double(most)
            picture.rectangle(
                x: x + step * 0.12, y: ground - max(tall, 2), width: step * 0.76, height: max(tall, 2), radius: 2,
                day.count == 0 ? .empty : .bar, told: "\(day.date.text): \(day.count)")
        }
        picture.text("\(most)", x: 8, y: ground - room - 6, .faint)
        picture.text(dates.lowerBound.text, x: 8, y: Double(height - 8), .faint)
        picture.text(dates.upperBound.text, x: Double(width - 8), y: Double(height - 8), anchor: .end, .faint)
        return picture
    }

    /// What a picture of it shows.
    var inWords: String {
        guard let busiest else { return "\(dates.lowerBound.text) to \(dates.upperBound.text): nothing completed." }
        return "\(dates.lowerBound.text) to \(dates.upperBound.text): \(total) completed, "
            + "the most on \(busiest.date.text): \(busiest.count)."
    }
}
