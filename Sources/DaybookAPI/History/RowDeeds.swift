import DaybookCore

/// What one author did to a row, among what others did to it: newest first, each field goes back to what the last of
/// the others made of it, or to what it was before the author came.
///
/// The server's conclusions that follow from no change of anybody, as the turn of a day, belong to whoever set the
/// field before.
struct RowDeeds {
    private var lines: [LedgerEntry] = []
    /// Each tag is a field by itself.
    private var parts: [[JSONMember]] = []
    /// Which lines a field is the author's in, since somebody else last changed it.
    private var claims: [String: [Int]] = [:]
    /// What somebody else changed after the author, and is not as it was before.
    private var left: [String] = []
    /// The line that made the row, and whether it is to go with that.
    private var making: Int?
    private var isKept = false
    private var isGone = false

    var share: Restoration.Share {
        var share = Restoration.Share()
        for place in lines.indices {
            var line = lines[place]
            line.prior = Self.joined(parts[place])
            share.note(line)
        }
        guard let row = lines.first?.operation else { return share }
        func keep(_ field: String) {
            let kept = UndoPlan.Kept(entity: row.entity, id: row.id, field: field)
            if !share.kept.contains(kept) { share.kept.append(kept) }
        }
        if isKept, !isGone { keep("deletedAt") }
        // What goes as a whole has nothing of its own.
        for field in making == nil ? left : [] { keep(Self.tag(field) == nil ? field : Self.tags) }
        return share
    }

    mutating func note(_ line: LedgerEntry, isOwn: Bool) {
        let tookPart =
            switch line.outcome {
            case .applied, .merged, .superseded: true
            case .waiting, .rejected, .quota: false
            }
        guard tookPart else { return }
        let changed = Self.parts(of: line)
        if line.changed, changed.contains(where: { $0.name == "deletedAt" }) || line.created {
            isGone = !isOwn && line.operation.kind == .delete
        }
        if isOwn { return take(line, changed) }
        let isServers = line.operation.at.device == .zero
        // Whatever the server does to a row that the author made, it goes with the row.
        if isServers, line.cause == nil || making != nil { take(line, changed.filter { isClaimed($0.name) }) }
        guard line.changed, !isServers || line.cause != nil else { return }
        if !isServers, let making {
            if takesBack(line, changed) {
                take(line, [])
            } else {
                lines[making].created = false
                (self.making, isKept) = (nil, true)
            }
        }
        for part in changed { give(part, to: line) }
    }

    /// Somebody put what the author had changed back to what it was before, which is no work on the row.
    private func takesBack(_ line: LedgerEntry, _ changed: [JSONMember]) -> Bool {
        !changed.isEmpty
            && changed.allSatisfy { before(claims[$0.name]?.first, $0.name) == Self.value(of: $0, after: line) }
    }

    private func before(_ place: Int?, _ field: String) -> JSONValue? {
        place.flatMap { parts[$0].first { $0.name == field }?.value }
    }

    private func isClaimed(_ field: String) -> Bool { !(claims[Self.carrier(of: field) ?? field] ?? []).isEmpty }

    private mutating func take(_ line: LedgerEntry, _ changed: [JSONMember]) {
        for part in changed { claims[part.name, default: []].append(lines.count) }
        if line.created { making = lines.count }
        lines.append(line)
        parts.append(changed)
    }

    /// Somebody else has changed it: it is the author's no more.
    private mutating func give(_ part: JSONMember, to line: LedgerEntry) {
        let claimed = claims.removeValue(forKey: part.name) ?? []
        guard let first = claimed.first else { return }
        let before = before(first, part.name)
        for place in claimed { parts[place].removeAll { $0.name == part.name } }
        for rider in TaskField.allCases where rider.carrier?.name == part.name && line.operation.entity == .task {
            for place in claims.removeValue(forKey: rider.name) ?? [] {
                parts[place].removeAll { $0.name == rider.name }
            }
        }
        if before != Self.value(of: part, after: line), Self.carrier(of: part.name) == nil { left.append(part.name) }
    }
}

// MARK: The parts of a line

extension RowDeeds {
    private static let tags = TaskField.tags.name
    /// No field has U+0000 in its name.
    private static let prefix = tags + "\0"

    private static func tag(_ name: String) -> String? {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }

    private static func carrier(of field: String) -> String? { TaskField(name: field)?.carrier?.name }

    /// What the line changed, with the values before.
    private static func parts(of line: LedgerEntry) -> [JSONMember] {
        guard !line.created else { return [] }
        guard line.operation.entity == .task, let tags = line.tagsChanged else { return line.prior }
        return line.prior.filter { $0.name != Self.tags }
            + tags.went.map { JSONMember(prefix + $0, true) } + tags.came.map { JSONMember(prefix + $0, false) }
    }

    private static func value(of part: JSONMember, after line: LedgerEntry) -> JSONValue {
        if tag(part.name) != nil { return .bool(part.value != true) }
        return line.changes.first { $0.field == part.name }?.new ?? part.value
    }

    /// As a line has them.
    private static func joined(_ parts: [JSONMember]) -> [JSONMember] {
        let tags = parts.compactMap { part in tag(part.name).map { (name: $0, wasThere: part.value == true) } }
        guard !tags.isEmpty else { return parts }
        let edit = TagEdit(
            add: tags.filter { $0.wasThere }.map { $0.name },
            remove: tags.filter { !$0.wasThere }.map { .init($0.name) })
        return parts.filter { tag($0.name) == nil } + [JSONMember(Self.tags, edit.json)]
    }
}
