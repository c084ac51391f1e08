import DaybookCore

/// What a view shows at a moment.
package struct Sight {
    /// Rows that stand together, in their order.
    package struct Group {
        package enum Heading {
            case date(CalendarDate)
            case age(Backlog.Age)
            /// How much of it is taken up, and whether the must-do comes first.
            case bucket(Bucket, Board.Fill, isLocked: Bool)
        }

        package let heading: Heading
        package let first: Int
        package let count: Int
    }

    package let moment: Moment
    /// Until when it stays so by itself.
    package internal(set) var until: Instant
    package internal(set) var stands: [Stand] = []
    package internal(set) var groups: [Group] = []
    /// Why a saved filter shows nothing, or what was typed is looked for as words alone.
    package internal(set) var trouble: FilterError?
    /// What was typed.
    package internal(set) var search: TypedSearch?

    package var open: Int { stands.count { $0.isOpen } }
}

extension View {
    /// Of rows in their order. A heading of a date has rows; a size or an age is there without any.
    func groups(of stands: [Stand], _ limits: RegionLimits, locks: Bool) -> [Sight.Group] {
        var groups: [Sight.Group] = []
        var first = 0
        func take(_ number: Int32, _ heading: (ArraySlice<Stand>) -> Sight.Group.Heading?) {
            var end = first
            while end < stands.count, stands[end].group == number { end += 1 }
            if let heading = heading(stands[first..<end]) {
                groups.append(Sight.Group(heading: heading, first: first, count: end - first))
            }
            first = end
        }
        switch self {
        case .upcoming, .logbook:
            while first < stands.count {
                let number = stands[first].group
                take(number) { _ in CalendarDate(dayNumber: Int(abs(number))).map { .date($0) } }
            }
        case .backlog:
            for (number, age) in Backlog.Age.allCases.enumerated() { take(Int32(number)) { _ in .age(age) } }
        case .region:
            var isLocked = false
            for bucket in Board.buckets {
                take(Int32(bucket.rawValue)) { stands in
                    let open = stands.count { $0.isOpen }
                    if bucket == .mustDo { isLocked = locks && open > 0 }
                    return .bucket(
                        bucket, Board.Fill(open: open, limit: limits[bucket]),
                        isLocked: isLocked && bucket == .complementary)
                }
            }
        default: break
        }
        return groups
    }
}

extension Board {
    /// Those of a region, the heaviest first.
    static let buckets: [Bucket] = [.mustDo, .complementary, .misc]
}
