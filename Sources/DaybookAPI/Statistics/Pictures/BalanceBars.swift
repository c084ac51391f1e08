import DaybookCore

extension Distribution {
    /// The largest shares as bars with their names, what is left as one more.
    func bars(_ kind: Kind, name: (String?) -> String?) -> SVG {
        var rows = shares.prefix(5).map {
            (name: name($0.key) ?? "A deleted list", count: $0.count, percent: $0.percent)
        }
        let rest = shares.dropFirst(5)
        if !rest.isEmpty {
            rows.append(
                ("Everything else", rest.reduce(0) { $0 + $1.count }, rest.reduce(0) { $0 + $1.percent }))
        }
        let spoken = rows.map { "\($0.name) \($0.percent) %" }.joined(separator: ", ")
        var picture = SVG(
            name: "balance", width: 640, height: max(1, rows.count) * 30 + 20,
            title: "Completed tasks by \(kind.rawValue)",
            description: rows.isEmpty ? "Nothing completed yet." : spoken)
        if rows.isEmpty { picture.text("Nothing completed yet", x: 8, y: 24, .faint) }
        let paints: [SVG.Paint] = [.share0, .share1, .share2, .share3, .share4, .share5]
        for (index, row) in rows.enumerated() {
            let y = 10 + Double(index) * 30
            picture.text(Self.shortened(row.name), x: 8, y: y + 16)
            picture.rectangle(x: 180, y: y + 4, width: 380, height: 16, radius: 3, .empty)
            picture.rectangle(
                x: 180, y: y + 4, width: 380 * Double(row.percent) / 100, height: 16, radius: 3, paints[index],
                told: "\(row.name): \(row.count)")
            picture.text("\(row.percent) %", x: 632, y: y + 16, anchor: .end, .faint)
        }
        return picture
    }

    /// What fits beside the bar.
    private static func shortened(_ name: String) -> String { name.count > 24 ? name.prefix(23) + "…" : name }
}
