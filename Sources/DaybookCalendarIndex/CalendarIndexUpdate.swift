import DaybookCore
import DaybookFormats
import DaybookLedger

/// What changed tasks change in an account's calendar index (`dav_resource`): which names come, go and change hands,
/// and what programs have to read again. Pure: what it has to know it asks for, and is asked again with it.
///
/// A series has one resource, which shows the task of it that was made last; the earlier ones have each their own. A
/// name that is taken already stays with who has it, and who comes later is called by its identifier.
struct CalendarIndexUpdate: Sendable {
    private let changed: [ChangedTask]
    var known: KnownResources
    /// What is to be written, by its address.
    private var written: [Resource.Address: Resource] = [:]

    init(_ changed: [ChangedTask], knowing known: KnownResources = KnownResources()) {
        self.changed = changed.sorted { ($0.revision, $0.after.id) < ($1.revision, $1.after.id) }
        self.known = known
    }

    /// What it has to know before it can say what is to be written.
    var needs: CalendarIndexNeeds {
        var needs = CalendarIndexNeeds()
        needs.tasks = changed.map(\.after.id).filter { known.ofTask[$0] == nil }
        guard needs.isEmpty else { return needs }
        needs.parents = changed.filter { isCalledOtherwise($0) && known.partsOf[$0.after.id] == nil }.map(\.after.id)
        for (series, count) in seriesInQuestion where known.askedOfSeries[series, default: 0] <= count {
            needs.series[series] = count + 1
        }
        guard needs.isEmpty else { return needs }
        var claimed: Set<Resource.Address> = []
        for role in roles where !keepsItsName(role, needs: &needs) {
            for address in candidates(role) {
                guard let there = known.at[address] else {
                    needs.addressesToLookUp.append(address)
                    break
                }
                let isFree = there.map { $0.isGone || $0.task == role.task.id } ?? true
                if isFree, claimed.insert(address).inserted { break }
            }
        }
        return needs
    }

    /// The rows to write. Everything that it needs is known.
    mutating func tell() -> [Resource] {
        let roles = roles
        let kept = roles.map { keepsItsName($0) }
        // Whoever leaves a name leaves it before anybody takes one.
        for task in changed where task.after.isDeleted { vacate(task.after.id, at: task.revision) }
        for (role, isKept) in zip(roles, kept) where !isKept { vacate(role.task.id, at: role.revision) }
        for (role, isKept) in zip(roles, kept) { if isKept { renew(role) } else { place(role) } }
        for parent in changed where isCalledOtherwise(parent) {
            for part in known.partsOf[parent.after.id] ?? [] { tellAgain(part, at: parent.revision) }
        }
        return Array(written.values)
    }

    // MARK: Who is what

    /// A live task, and what of its series it is from now on.
    private struct Role {
        let task: TaskItem
        let part: ShownTask.Part
        let revision: Int64
        /// Whether something changed that a program is shown. If not, the task may at most have become the head of its
        /// series, or have ceased to be the head.
        let isChanged: Bool
    }

    /// Series that may have another head than before, and how many of their tasks changed.
    private var seriesInQuestion: [Identifier: Int] {
        var counts: [Identifier: Int] = [:]
        var inQuestion: Set<Identifier> = []
        for task in changed {
            let current = live(task.after.id)
            counts[task.after.series, default: 0] += 1
            if let current, current.series != task.after.series {
                counts[current.series, default: 0] += 1
                inQuestion.insert(current.series)
            }
            let stays = !task.after.isDeleted && current?.isHead == true && current?.series == task.after.series
            // One that was not there before and of which there is nothing else is nobody's successor.
            if !stays, current != nil || !task.after.isDeleted { inQuestion.insert(task.after.series) }
        }
        return counts.filter { inQuestion.contains($0.key) }
    }

    /// Heads first: a name is the head's before it is anybody else's.
    private var roles: [Role] {
        var members: [Identifier: [Role]] = [:]
        let ids = Set(changed.map(\.after.id))
        for task in changed where !task.after.isDeleted {
            let isChanged = task.before.map { !$0.showsTheSame(as: task.after) } ?? true
            members[task.after.series, default: []].append(
                Role(task: task.after, part: .head, revision: task.revision, isChanged: isChanged))
        }
        var roles: [Role] = []
        for (series, cause) in causes {
            var all = members[series] ?? []
            for other in known.ofSeries[series] ?? [] where !ids.contains(other.id) && !other.isDeleted {
                all.append(Role(task: other, part: .head, revision: cause, isChanged: false))
            }
            // A completed task that had a successor does not become head again when the successor is deleted.
            let mayLead = all.filter { !$0.task.isCompleted || live($0.task.id)?.isHead ?? true }
            let head = mayLead.max { $0.task.isMade(before: $1.task) }?.task.id
            roles += all.map { role in
                let part: ShownTask.Part = role.task.id == head ? .head : .earlier
                return Role(task: role.task, part: part, revision: role.revision, isChanged: role.isChanged)
            }
        }
        // Of those that did not change only who becomes something else counts.
        return roles.filter { role in
            ids.contains(role.task.id) || live(role.task.id)?.part != role.part
        }.sorted { left, right in
            if left.part != right.part { return left.part == .head }
            return (left.revision, left.task.id) < (right.revision, right.task.id)
        }
    }

    /// The series that are concerned, and the last change that concerns each.
    private var causes: [Identifier: Int64] {
        var causes: [Identifier: Int64] = [:]
        for task in changed {
            for series in [task.after.series, live(task.after.id)?.series].compactMap({ $0 }) {
                causes[series] = max(causes[series] ?? 0, task.revision)
            }
        }
        return causes
    }

    private func live(_ task: Identifier) -> Resource? { known.ofTask[task] ?? nil }

    // MARK: Parts

    /// A task names what it is part of by that one's UID, so it reads otherwise once that is another.
    private func isCalledOtherwise(_ task: ChangedTask) -> Bool {
        if let before = task.before { return before.calendarUID() != task.after.calendarUID() }
        // Changed by a server that knows of no index, or not there before, when its parts named it by its identifier.
        guard let current = live(task.after.id) else { return task.after.calendarUID() != task.after.id.text }
        return !current.isHead || current.uidText != task.after.calendarUID()
    }

    /// Nothing of it changed but the name of what it is part of.
    private mutating func tellAgain(_ part: Resource, at revision: Int64) {
        var now = written[part.address] ?? part
        // It left this name in the same change, and is told under its new one.
        guard now.task == part.task, !now.isGone else { return }
        now.shownRevision = max(revision, now.shownRevision)
        written[part.address] = now
    }

    // MARK: Names

    /// The names that it would have, the best first. The last is free: nobody knew it before.
    private func candidates(_ role: Role) -> [Resource.Address] {
        let own = role.task.id == role.task.series && role.part == .earlier ? "-first" : ""
        var names = [role.task.calendarName(role.part), role.task.id.text + own + ".ics"]
        names.append("\(role.task.id.text)-\(role.revision).ics")
        return names.filter(Self.isName).map { Resource.Address(role.task.collection, $0) }
    }

    private static func isName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// It stays where it is: it is called so already, or would be if nobody else were.
    private func keepsItsName(_ role: Role) -> Bool {
        var needs = CalendarIndexNeeds()
        return keepsItsName(role, needs: &needs)
    }

    private func keepsItsName(_ role: Role, needs: inout CalendarIndexNeeds) -> Bool {
        guard let current = live(role.task.id), current.address.collection == role.task.collection,
            current.part == role.part, let best = candidates(role).first
        else { return false }
        if current.address == best { return true }
        guard let there = known.at[best] else {
            needs.addressesToLookUp.append(best)
            return false
        }
        return there.map { !$0.isGone && $0.task != role.task.id } ?? false
    }

    private mutating func vacate(_ task: Identifier, at revision: Int64) {
        guard var gone = live(task) else { return }
        gone.isGone = true
        // Who asks for it by its UID finds it by that alone.
        gone.uid = gone.uidText
        gone.shownRevision = revision
        written[gone.address] = gone
    }

    /// It keeps its name; what is shown under it may be something else.
    private mutating func renew(_ role: Role) {
        guard let current = live(role.task.id) else { return }
        var now = Resource(role.task, role.part, at: current.address, shown: current.shownRevision)
        guard role.isChanged || now != current else { return }
        now.shownRevision = max(role.revision, current.shownRevision)
        written[current.address] = now
    }

    private mutating func place(_ role: Role) {
        let address = candidates(role).first { address in
            (written[address] ?? known.at[address] ?? nil).map { $0.isGone || $0.task == role.task.id } ?? true
        }
        guard let address else { return }
        written[address] = Resource(role.task, role.part, at: address, shown: role.revision)
    }
}

extension TaskItem {
    /// Which of a series came first: nobody moves that.
    fileprivate func isMade(before other: TaskItem) -> Bool {
        (createdAt.milliseconds, id) < (other.createdAt.milliseconds, other.id)
    }
}
