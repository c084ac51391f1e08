extension TaskItem {
    /// Fields that were kept for a newer release, and which this one knows, take their places.
    package mutating func adoptKnownFields() {
        for entry in unknown.entries {
            guard let field = TaskField(name: entry.name), let value = try? TaskItem.read(field, entry.value) else {
                continue
            }
            unknown.remove(entry.name)
            guard clocks[field].map({ $0 < entry.clock }) ?? true else { continue }
            clocks[field] = entry.clock
            if let tags = value.tags { tagSet.apply(tags, at: entry.clock) } else { assign(value, to: field) }
        }
    }
}
