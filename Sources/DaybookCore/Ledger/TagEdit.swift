/// What a change says of a task's tags: all of them, or which come and which go.
package struct TagEdit: Hashable, Sendable {
    /// A tag that goes.
    package struct Removal: Hashable, Sendable {
        package var tag: String
        /// The clock of the adding that is taken back. Nil for every one up to the change.
        package var added: HybridTime?

        package init(_ tag: String, added: HybridTime? = nil) {
            self.tag = tag
            self.added = added
        }
    }

    /// Ascending, and each once.
    package private(set) var add: [String]
    package private(set) var remove: [Removal]
    /// Those that it adds are all that there are to be.
    package private(set) var isWhole: Bool

    package init(add: some Sequence<String> = [], remove: some Sequence<Removal> = []) {
        self.add = Set(add).ordered()
        self.remove = remove.ordered { $0.tag < $1.tag }
        isWhole = false
    }

    package init(whole tags: some Sequence<String>) {
        self.init(add: tags)
        isWhole = true
    }

    /// Neither comes nor goes any.
    package var isEmpty: Bool { add.isEmpty && remove.isEmpty && !isWhole }

    /// How many tags it names.
    package var count: Int { add.count + remove.count }

    /// `["a","b"]` for all of them, or `{"add":["a"],"remove":["b"]}`.
    package var json: JSONValue {
        let added = JSONValue.array(add.map { .string($0) })
        if isWhole { return added }
        var members: [JSONMember] = []
        if !add.isEmpty { members.append(JSONMember("add", added)) }
        if !remove.isEmpty { members.append(JSONMember("remove", .array(remove.map { $0.json }))) }
        return .object(members)
    }
}

extension TagEdit.Removal {
    /// The tag alone, or `{"tag":"b","added":CLOCK}`.
    fileprivate var json: JSONValue {
        guard let added else { return .string(tag) }
        return .object([JSONMember("tag", .string(tag)), JSONMember("added", .string(added.text))])
    }
}

extension TagSet {
    package mutating func apply(_ edit: TagEdit, at clock: HybridTime) {
        if edit.isWhole {
            for tag in tags where !edit.add.contains(tag) { remove(tag, through: clock) }
            for tag in edit.add where !has(tag) { add(tag, at: clock) }
        } else {
            for removal in edit.remove { remove(removal.tag, through: min(removal.added ?? clock, clock)) }
            for tag in edit.add { add(tag, at: clock) }
        }
        forgetOldRemovals()
    }

    /// The same wish in terms of what its author had seen: what it does not name goes where they saw it, and of what
    /// they take off they take the adding that they saw.
    /// - Parameters:
    ///   - seen: up to which clock; nil for all that there is.
    ///   - author: who has seen whatever they did themselves, too.
    package func difference(_ edit: TagEdit, seen: HybridTime?, by author: Identifier) -> TagEdit {
        func isSeen(_ added: HybridTime) -> Bool { seen.map { added <= $0 || added.device == author } ?? true }
        var remove = edit.remove
        var add = edit.add
        if edit.isWhole {
            remove = tags.filter { !edit.add.contains($0) }.map { TagEdit.Removal($0) }
            add = add.filter { !has($0) }
        }
        return TagEdit(
            add: add,
            remove: remove.compactMap { removal in
                guard removal.added == nil, let added = self[removal.tag]?.added else { return removal }
                // What somebody else has put on since stays.
                if isSeen(added) { return .init(removal.tag, added: added) }
                return edit.isWhole ? nil : seen.map { .init(removal.tag, added: $0) }
            })
    }
}
