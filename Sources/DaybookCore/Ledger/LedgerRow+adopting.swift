extension LedgerRow {
    /// Fields that were kept for a newer release, and which this one knows, take their places.
    package mutating func adoptKnownFields() {
        for entry in unknown.entries {
            guard let field = Field(name: entry.name), let value = try? Self.read(field, entry.value) else { continue }
            unknown.remove(entry.name)
            guard clocks[field].map({ $0 < entry.clock }) ?? true else { continue }
            clocks[field] = entry.clock
            assignPreviouslyUnknown(value, to: field, at: entry.clock)
        }
    }

    package mutating func assignPreviouslyUnknown(_ value: FieldValue, to field: Field, at clock: HybridTime) {
        assign(value, to: field)
    }
}

extension TaskItem {
    /// A tag has a clock of its own.
    package mutating func assignPreviouslyUnknown(_ value: FieldValue, to field: TaskField, at clock: HybridTime) {
        if let tags = value.tags { tagSet.apply(tags, at: clock) } else { assign(value, to: field) }
    }
}
