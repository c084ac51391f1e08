/// Remembers recently used values, at most `room` of them. Two generations turn over, so values used since the last
/// turnover stay and the rest are dropped.
package struct RecentlyUsed<Key: Hashable, Value> {
    @usableFromInline var young: [Key: Value] = [:]
    @usableFromInline var old: [Key: Value] = [:]
    @usableFromInline let half: Int

    package init(room: Int) { half = max(1, room / 2) }

    package var count: Int { young.count + old.count }

    @inlinable
    package mutating func find(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    @inlinable
    package mutating func insert(_ value: Value, for key: Key) {
        if young.count >= half, young[key] == nil {
            old = young
            young = Dictionary(minimumCapacity: half)
        }
        young[key] = value
    }

    package mutating func removeAll(where isGone: (Value) -> Bool) {
        young = young.filter { !isGone($0.value) }
        old = old.filter { !isGone($0.value) }
    }

    package mutating func removeAll() { removeAll { _ in true } }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
