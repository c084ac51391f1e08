/// A field of a row that has a clock of its own; the raw value is its bit, below 32, counted from 0 in the order of the
/// cases.
package protocol FieldName: RawRepresentable<UInt8>, Hashable, Sendable, CaseIterable {
    /// The name on the wire.
    var name: String { get }
    init?(name: String)
}

/// A clock and the fields that carry it, a bit each. It is one type for all kinds of rows, so that reading it needs no
/// generic code, which is slow in another target.
package struct ClockEntry: Hashable, Sendable {
    package var clock: HybridTime
    package var fields: UInt32

    package init(clock: HybridTime, fields: UInt32) {
        self.clock = clock
        self.fields = fields
    }
}

/// The clock of each field of a row, kept as the distinct clocks and the fields that carry each of them.
///
/// A task has some twenty fields but rarely more than four distinct clocks (it was created once and touched a few
/// times), so this is a short array with a bit set each instead of twenty clocks of 26 bytes. Entries ascend by clock:
/// equal clocks give equal values.
package struct FieldClocks<Field: FieldName>: Hashable, Sendable {
    package private(set) var entries: [ClockEntry]

    package init() { entries = [] }

    /// Rebuilds stored clocks; where two entries name a field, the greater clock keeps it.
    package init(entries: [ClockEntry]) {
        guard !entries.areInForm else {
            self.entries = entries
            return
        }
        self.entries = []
        for entry in entries.ordered(by: { $0.clock < $1.clock }) where entry.fields != 0 {
            set(fields: entry.fields, to: entry.clock)
        }
    }

    package subscript(field: Field) -> HybridTime? {
        get {
            let bit: UInt32 = 1 << UInt32(field.rawValue)
            for entry in entries where entry.fields & bit != 0 { return entry.clock }
            return nil
        }
        set {
            let bit: UInt32 = 1 << UInt32(field.rawValue)
            if let newValue { set(fields: bit, to: newValue) } else { drop(bit) }
        }
    }

    /// The greatest clock of all fields.
    package var greatest: HybridTime? { entries.last?.clock }

    /// The greatest clock among some fields.
    package func greatest(of fields: UInt32) -> HybridTime? {
        for entry in entries.reversed() where entry.fields & fields != 0 { return entry.clock }
        return nil
    }

    /// Gives one clock to several fields at once.
    package mutating func set(fields: UInt32, to clock: HybridTime) {
        drop(fields)
        var index = entries.count
        while index > 0, entries[index - 1].clock > clock { index -= 1 }
        if index > 0, entries[index - 1].clock == clock {
            entries[index - 1].fields |= fields
        } else {
            entries.insert(ClockEntry(clock: clock, fields: fields), at: index)
        }
    }

    private mutating func drop(_ fields: UInt32) {
        var index = 0
        while index < entries.count {
            if entries[index].fields & fields != 0 {
                entries[index].fields &= ~fields
                if entries[index].fields == 0 {
                    entries.remove(at: index)
                    continue
                }
            }
            index += 1
        }
    }

    /// The set of some fields as bits.
    package static func bits(_ fields: Field...) -> UInt32 {
        fields.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
    }
}

extension [ClockEntry] {
    /// Whether they ascend and no field has two, as we store them.
    fileprivate var areInForm: Bool {
        var fields: UInt32 = 0
        for index in indices {
            let entry = self[index]
            guard entry.fields != 0, entry.fields & fields == 0, index == 0 || self[index - 1].clock < entry.clock
            else { return false }
            fields |= entry.fields
        }
        return true
    }
}

/// Fields that a newer peer wrote and this release does not know, each with its clock, ascending by name.
package struct UnknownFields: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var name: String
        package var value: JSONValue
        package var clock: HybridTime

        package init(name: String, value: JSONValue, clock: HybridTime) {
            self.name = name
            self.value = value
            self.clock = clock
        }
    }

    /// How many of them a row carries, and about how many bytes of them.
    package static let (most, mostBytes) = (256, 384 << 10)

    package private(set) var entries: [Entry]

    package init(_ entries: [Entry] = []) {
        self.entries = []
        for entry in entries { set(entry) }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// Without their clocks.
    package var members: [JSONMember] { entries.map { JSONMember($0.name, $0.value) } }

    package subscript(name: String) -> Entry? {
        let index = place(of: name)
        return index < entries.count && entries[index].name == name ? entries[index] : nil
    }

    /// Where a name stands, or would stand.
    private func place(of name: String) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].name < name { low = middle + 1 } else { high = middle }
        }
        return low
    }

    package mutating func set(_ entry: Entry) {
        let index = place(of: entry.name)
        if index < entries.count, entries[index].name == entry.name {
            entries[index] = entry
        } else {
            entries.insert(entry, at: index)
        }
    }

    package mutating func remove(_ name: String) { entries.removeAll { $0.name == name } }
}
