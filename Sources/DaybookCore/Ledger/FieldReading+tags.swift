extension FieldReading {
    func tags() throws(FieldError) -> FieldValue {
        let edit: TagEdit
        switch value {
        case .null: edit = TagEdit(whole: [])
        case .array(let items): edit = TagEdit(whole: try tags(items))
        case .object: edit = TagEdit(add: try tags(list("add")), remove: try removals())
        default: throw error(.wrongType, "\(name) must be an array of texts, or an object with add and remove.")
        }
        guard edit.count <= 2 * TagSet.most, edit.add.count <= TagSet.most else {
            throw error(.tooLong, Self.tooMany)
        }
        guard !edit.remove.contains(where: { edit.add.contains($0.tag) }) else {
            throw error(.malformed, "\(name) adds and removes the same tag.")
        }
        return .tags(edit)
    }

    static let tooMany = "A task has at most \(TagSet.most) tags."

    private func list(_ member: String) throws(FieldError) -> [JSONValue] {
        switch value[member] {
        case nil, .null?: return []
        case .array(let items)?: return items
        default: throw error(.wrongType, "\(name).\(member) must be an array of texts.")
        }
    }

    private func tags(_ items: [JSONValue]) throws(FieldError) -> [String] {
        var tags: [String] = []
        for item in items { tags.append(try tag(item)) }
        return tags
    }

    private func tag(_ item: JSONValue) throws(FieldError) -> String {
        guard case .string(let text) = item else { throw error(.wrongType, "\(name) must hold texts.") }
        guard let tag = Tag.read(text) else {
            throw error(.malformed, "A tag is a text of 1 to \(Tag.longest) characters on one line.")
        }
        return tag
    }

    /// Each tag once: of two addings that are named the later one.
    private func removals() throws(FieldError) -> [TagEdit.Removal] {
        var removals: [String: HybridTime?] = [:]
        for item in try list("remove") {
            guard case .object = item else {
                removals[try tag(item)] = .some(nil)
                continue
            }
            guard let told = item["tag"], case .string(let text)? = item["added"], let added = HybridTime(text) else {
                throw error(.malformed, "\(name).remove must hold texts, or objects with tag and added.")
            }
            let tag = try tag(told)
            removals[tag] = .some(max(removals[tag].flatMap { $0 } ?? added, added))
        }
        return removals.map { TagEdit.Removal($0.key, added: $0.value) }
    }
}
