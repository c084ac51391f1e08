/// Tags change one by one, and so they are taken back one by one: in an undoing each is a field by itself, true where
/// it is there.
enum TagPart {
    /// No field has U+0000 in its name.
    private static let prefix = TaskField.tags.name + "\0"

    static func name(_ tag: String) -> String { prefix + tag }

    /// The tag that a field's name is about; nil for other fields.
    static func tag(_ name: String) -> String? {
        guard name.utf8.count > prefix.utf8.count, name.utf8.starts(with: prefix.utf8) else { return nil }
        return String(name.utf8.dropFirst(prefix.utf8.count))
    }

    /// Fields as an operation has them.
    static func joined(_ fields: [JSONMember]) -> [JSONMember] {
        let tags = fields.compactMap { field in tag(field.name).map { (tag: $0, isThere: field.value == true) } }
        guard !tags.isEmpty else { return fields }
        let edit = TagEdit(
            add: tags.filter { $0.isThere }.map { $0.tag }, remove: tags.filter { !$0.isThere }.map { .init($0.tag) })
        return fields.filter { tag($0.name) == nil } + [JSONMember(TaskField.tags.name, edit.json)]
    }
}

extension LedgerEntry {
    /// The values before, each with the clock of what took its place.
    var priorParts: [(member: JSONMember, clock: HybridTime)] {
        prior.flatMap { member -> [(member: JSONMember, clock: HybridTime)] in
            guard member.name == TaskField.tags.name, let back = tags(in: member.value) else {
                return [(member, operation.at)]
            }
            return back.add.map { (JSONMember(TagPart.name($0), true), clock(ofRemoving: $0)) }
                + back.remove.map { (JSONMember(TagPart.name($0.tag), false), operation.at) }
        }
    }

    /// What the operation says something of.
    var namedParts: [(name: String, clock: HybridTime)] {
        operation.fields.flatMap { member -> [(name: String, clock: HybridTime)] in
            guard member.name == TaskField.tags.name, let edit = tags(in: member.value) else {
                return [(member.name, operation.at)]
            }
            return edit.add.map { (TagPart.name($0), operation.at) }
                + edit.remove.map { (TagPart.name($0.tag), clock(ofRemoving: $0.tag)) }
        }
    }

    /// What the operation made of something.
    func valueAfter(of member: JSONMember) -> JSONValue? {
        TagPart.tag(member.name) == nil ? valueAfter(of: member.name) : .bool(member.value != true)
    }

    private func clock(ofRemoving tag: String) -> HybridTime {
        let removal = operation.ofTask[.tags]?.tags?.remove.first { $0.tag == tag }
        return min(removal?.added ?? operation.at, operation.at)
    }

    private func tags(in value: JSONValue) -> TagEdit? {
        guard operation.entity == .task else { return nil }
        return (try? TaskItem.read(.tags, value))?.tags
    }

    /// Which tags went and which came, for people.
    package var tagsChanged: (went: [String], came: [String])? {
        if created { return ([], operation.ofTask[.tags]?.tags?.add ?? []) }
        guard let value = prior.last(where: { $0.name == TaskField.tags.name })?.value, let back = tags(in: value)
        else { return nil }
        return (back.add, back.remove.map { $0.tag })
    }
}

extension TagSet.Mark {
    /// The clock of what is to be seen of it.
    var shownClock: HybridTime? { isThere ? added : removed }
}
