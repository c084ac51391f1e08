import DaybookCore

/// The day at a glance, with what a screen draws of each region.
package struct DayGlance {
    package struct Part {
        package let cell: Board.Cell
        package let mustDos: Board.Fill
        /// Complementary tasks wait for the must-do.
        package let isLocked: Bool
    }

    package let parts: [Part]
    package let board: Board
}

extension LocalBook {
    package func board(now: Instant, _ screens: inout Screens) -> DayGlance {
        var parts: [DayGlance.Part] = []
        for region in Region.ofTheDay {
            let sight = look(at: .region(region), now: now, &screens)
            var fills = [Board.Fill](repeating: Board.Fill(open: 0, limit: 0), count: Board.buckets.count)
            var (mustDo, isLocked): (TaskItem?, Bool) = (nil, false)
            for (place, group) in sight.groups.enumerated() {
                guard case .bucket(let bucket, let fill, let locked) = group.heading else { continue }
                fills[place] = fill
                isLocked = isLocked || locked
                if bucket == .mustDo, group.count > 0 { mustDo = replica.view.tasks[sight.stands[group.first].id] }
            }
            let progress = Board.Progress(done: sight.stands.count - sight.open, total: sight.stands.count)
            parts.append(
                DayGlance.Part(
                    cell: Board.Cell(
                        region: region, mustDo: mustDo, complementary: fills[1], misc: fills[2], progress: progress),
                    mustDos: fills[0], isLocked: isLocked))
        }
        let counts = counts(at: moment(at: now), &screens)
        return DayGlance(parts: parts, board: Board(cells: parts.map { $0.cell }, backlog: counts[.backlog]))
    }
}
