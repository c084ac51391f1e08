/// The three states of a task; any may follow any other.
public enum TaskState: UInt8, Hashable, Sendable, CaseIterable {
    /// Not begun, being worked on, done.
    case notStarted, active, completed

    /// The protocol's word for it.
    public var name: String {
        switch self {
        case .notStarted: "notStarted"
        case .active: "active"
        case .completed: "completed"
        }
    }

    package init?(name: String) {
        guard let read = name.withBytes({ Self(utf8: $0) }) else { return nil }
        self = read
    }

    package init?(utf8 name: Span<UInt8>) {
        guard let index = Words.state.index(of: name) else { return nil }
        self = Words.state.fields[index]
    }
}

/// Where in the day a task is placed. Only the first three have limits and are emptied by a rollover.
public enum Region: UInt8, Hashable, Sendable, CaseIterable {
    /// The three regions of the day, and what has no day yet.
    case morning, afternoon, evening, backlog

    /// Those with a place on the board.
    public static let ofTheDay: [Region] = [.morning, .afternoon, .evening]

    /// The protocol's word for it.
    public var name: String {
        switch self {
        case .morning: "morning"
        case .afternoon: "afternoon"
        case .evening: "evening"
        case .backlog: "backlog"
        }
    }

    /// As sentences say it.
    public var title: String {
        switch self {
        case .morning: "Morning"
        case .afternoon: "Afternoon"
        case .evening: "Evening"
        case .backlog: "Backlog"
        }
    }

    package init?(name: String) {
        guard let read = name.withBytes({ Self(utf8: $0) }) else { return nil }
        self = read
    }

    package init?(utf8 name: Span<UInt8>) {
        guard let index = Words.region.index(of: name) else { return nil }
        self = Words.region.fields[index]
    }
}

/// The three sizes of the 1-3-5 rule, and none for tasks outside a region of the day.
public enum Bucket: UInt8, Hashable, Sendable, CaseIterable {
    /// Outside a region of the day, and the three sizes by weight.
    case none, mustDo, complementary, misc

    /// The protocol's word for it.
    public var name: String {
        switch self {
        case .none: "none"
        case .mustDo: "mustDo"
        case .complementary: "complementary"
        case .misc: "misc"
        }
    }

    package init?(name: String) {
        guard let read = name.withBytes({ Self(utf8: $0) }) else { return nil }
        self = read
    }

    package init?(utf8 name: Span<UInt8>) {
        guard let index = Words.bucket.index(of: name) else { return nil }
        self = Words.bucket.fields[index]
    }
}

/// A set of days of the week; 1 is Monday and 7 is Sunday, as in ISO 8601.
public struct Weekdays: Hashable, Sendable {
    /// Bit n is day n.
    package let bits: UInt8

    /// Nil when a number is no day of the week; repetitions are one.
    public init?(_ days: some Sequence<Int>) {
        var bits: UInt8 = 0
        for day in days {
            guard (1...7).contains(day) else { return nil }
            bits |= 1 << UInt8(day)
        }
        self.bits = bits
    }

    /// Whether a day is in it.
    public func contains(_ day: Int) -> Bool { (1...7).contains(day) && bits & 1 << UInt8(day) != 0 }
    /// Whether no day is in it.
    public var isEmpty: Bool { bits == 0 }
    /// Its days from Monday on.
    public var days: [Int] { (1...7).filter(contains) }
}
