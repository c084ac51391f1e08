/// What a component says, by what it says something of.
struct TodoFacets {
    /// A group of properties, or a property or component that no field stands for.
    enum Key: Hashable {
        case group(TodoGroup)
        case rest(String)

        init(_ name: String) { self = TodoGroup(property: name).map { .group($0) } ?? .rest(name) }
    }

    private(set) var texts: [Key: [String]] = [:]
    /// As ``texts``, in normal form.
    private var normal: [Key: [String]] = [:]

    init() {}

    init(_ component: ObjectComponent) {
        for line in component.lines where !TodoName.ofTheWriter.contains(line.name) {
            texts[Key(line.name), default: []].append(line.text)
        }
        for part in component.components { texts[Key(part.name), default: []].append(part.text) }
        normal = texts.mapValues { NormalForm.of($0) }
    }

    subscript(key: Key) -> [String] {
        get { texts[key] ?? [] }
        set {
            texts[key] = newValue.isEmpty ? nil : newValue
            normal[key] = newValue.isEmpty ? nil : NormalForm.of(newValue)
        }
    }

    subscript(group: TodoGroup) -> [String] {
        get { self[.group(group)] }
        set { self[.group(group)] = newValue }
    }

    func normal(_ key: Key) -> [String] { normal[key] ?? [] }

    /// What is said otherwise than there, in an order that is always the same.
    func differing(from other: TodoFacets) -> [Key] {
        Set(texts.keys).union(other.texts.keys).filter { normal($0) != other.normal($0) }
            .sorted { $0.order < $1.order }
    }

    /// The line of a property.
    func line(_ name: String) -> ObjectLine? {
        self[Key(name)].lazy.compactMap { ObjectLine($0) }.first { $0.name == name }
    }

    /// With what somebody left out that they do not know.
    func completed(by base: TodoFacets, unlessKnown knows: (String) -> Bool) -> TodoFacets {
        var whole = self
        for (key, lines) in base.texts {
            switch key {
            case .group(.status):
                let missing = lines.filter { line in
                    ObjectLine(line).map { self.line($0.name) == nil && !knows($0.name) } ?? false
                }
                if !missing.isEmpty { whole[key] += missing }
            case .group(.due):
                if self[key].isEmpty, !knows("DUE"), !knows("DURATION") { whole[key] = lines }
            case .group(let group):
                if self[key].isEmpty, !knows(group.rawValue) { whole[key] = lines }
            case .rest(let name):
                if self[key].isEmpty, !knows(name) { whole[key] = lines }
            }
        }
        return whole
    }
}

extension TodoFacets.Key {
    fileprivate var name: String {
        switch self {
        case .group(let group): group.rawValue
        case .rest(let name): name
        }
    }

    /// Notes before the title, which may follow from them; the state before the rule, which is of no use to what came
    /// completed; the rule before its exceptions; times before the alarms that count from them.
    fileprivate var order: String {
        switch self {
        case .group(.description): "0"
        case .group(.summary): "1"
        case .group(.start): "2"
        case .group(.due): "3"
        case .group(.status): "4"
        case .group(.rule): "5"
        case .group(.alarms): "8"
        case .group(let group): "5\(group.rawValue)"
        case .rest(let name): "9\(name)"
        }
    }
}

extension CalendarObject {
    /// Whether another says the same: the same properties, alarms and changed occurrences, in whatever form.
    package func means(_ other: CalendarObject) -> Bool {
        uid == other.uid && differing(from: other).isEmpty && normalOverrides == other.normalOverrides
            && normalFrame == other.normalFrame
    }

    /// What of the task another says otherwise, by the names of properties and components; one name stands for all that
    /// are about one thing.
    package func differing(from other: CalendarObject) -> Set<String> {
        Set(TodoFacets(master).differing(from: TodoFacets(other.master)).map(\.name))
    }

    private var normalOverrides: [String] { overrides.map { NormalForm.of($0) }.sorted() }
    private var normalFrame: [String] { NormalForm.of(frame) }

    /// What the calendar around the task says that is not about its writer.
    var frame: [String] { lines.filter { !TodoName.ofTheWriter.contains($0.name) }.map(\.text) }
}
