import DaybookClient
import DaybookCore

/// Tasks that are not where they were put, because no place is left there.
extension CommandSession {
    /// What to say where a region had no place for a task; nil where it had one. The merge decides that here as the
    /// server does, so it is known without a network.
    ///
    /// - Parameters:
    ///   - region: where it was put, or where it was; nil for no part of the day.
    ///   - bucket: the size that was wanted.
    func fullRegion(_ region: Region?, _ bucket: Bucket?, _ task: TaskItem) async -> String? {
        if let region, region != .backlog, task.region == .backlog { return await sentence(ofFull: region, task) }
        guard let bucket, bucket != .none, task.isPlaced, task.bucket != bucket, let region = task.region else {
            return nil
        }
        return await sentence(ofFull: region, task)
    }

    /// Changes of this device that did not get their way meanwhile, each in a sentence.
    func lost(since before: SyncStatus, _ status: SyncStatus) async -> [String] {
        let count = status.conflicts - before.conflicts
        guard count > 0, let lost = try? await notebook.lostChanges().suffix(count) else { return [] }
        let full = lost.filter { $0.conflicts.contains { $0.reason == .regionFull } }
        var sentences = await fullRegions(full)
        let others = lost.count - full.count
        if others > 0 {
            let changes = others == 1 ? "A change of yours gave way" : "\(others) changes of yours gave way"
            sentences.append("\(changes) to a later one; see 'daybook conflicts'.")
        }
        return sentences
    }

    /// Those that only the server knew of: somebody else has taken the place.
    private func fullRegions(_ lost: [LostChange]) async -> [String] {
        let known = Set(
            ((try? await notebook.deeds(limit: 500)) ?? []).flatMap(\.entries)
                .filter { $0.outcome.conflicts.contains { $0.reason == .regionFull } }.map(\.operation.opId))
        var regions: [Identifier: Region?] = [:]
        var order: [Identifier] = []
        for change in lost where !known.contains(change.opId) {
            if regions[change.id] == nil { order.append(change.id) }
            let region = change.conflicts.first { $0.field == "region" && $0.reason == .regionFull }
            let left = region?.mine.text.flatMap { Region(name: $0) }
            regions[change.id] = .some(left ?? regions[change.id] ?? nil)
        }
        var sentences: [String] = []
        for id in order {
            guard let task = await notebook.task(id), let region = (regions[id] ?? nil) ?? task.region else { continue }
            sentences.append(await sentence(ofFull: region, task))
        }
        return sentences
    }

    private func sentence(ofFull region: Region, _ task: TaskItem) async -> String {
        let full = Language.english.text(.regionFull(region, await notebook.settings.regionLimits))
        let place = task.region == .backlog ? "in the Backlog" : task.bucket.name
        return "\(full): '\(TerminalStyle.line(task.title))' is \(place)."
    }
}
