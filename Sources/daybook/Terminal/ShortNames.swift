/// Beginnings of identifiers, each long enough to be said of one among those that are shown together. What was made at
/// once has identifiers that differ in their last digits alone.
struct ShortNames {
    private let names: Set<String>

    init(_ names: some Sequence<String>) { self.names = Set(names) }

    /// Six letters, or as many as it takes.
    func short(_ name: String) -> String {
        let shared = names.lazy.filter { $0 != name }.map { Self.shared($0, name) }.max() ?? 0
        return String(name.prefix(max(6, shared + 1)))
    }

    private static func shared(_ one: String, _ other: String) -> Int {
        zip(one, other).prefix(while: { $0 == $1 }).count
    }
}
