import DaybookCore

extension Desk {
    /// Takes a deed back, also one that took another back.
    func undo(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        let opId = try question.identifier("deed")
        guard let place = notes.deeds.firstIndex(where: { $0.opId == opId }), notes.deeds[place].undoneBy == nil else {
            throw Refused("nothing_to_undo", "There is no such deed, or it was taken back.")
        }
        let deed = notes.deeds[place]
        let own = replica.entriesOfItsOwn(now: now)
        // What came after it and was taken back, with its undoings, is no change since.
        let passed = notes.deeds[(place + 1)...].filter { !notes.stands($0) }.flatMap { $0.entries(among: own) }
        let request = identifier()
        var gesture = begin(at: now)
        var clock = gesture.replica.clock
        let plan = gesture.replica.view.undo(
            deed.entries(among: own), passing: passed, at: clock.tick(now: now), request: request)
        do throws(Refused) {
            for operation in plan.operations {
                try gesture.name(operation.id) { gesture throws(Refused) in try gesture.perform(operation) }
            }
        } catch {
            gesture.takeBack()
            end(gesture)
            throw error
        }
        var kept = plan.kept
        if plan.operations.isEmpty, kept.isEmpty, let first = deed.entries.first?.operation {
            // Its rows are gone from here, as those of a task that was deleted before it was ever sent.
            kept = [UndoPlan.Kept(entity: first.entity, id: first.id, field: "deletedAt")]
        }
        return finish(gesture, undoes: opId, kept: kept, &writer)
    }
}

extension Notes {
    /// Whether what a deed did still is so, by what is remembered: its undoing may have been taken back in turn. An
    /// undoing stands or falls with what it took back: both together are nothing.
    func stands(_ deed: Deed) -> Bool {
        var first = deed
        while let earlier = first.undoes.flatMap({ opId in deeds.first { $0.opId == opId } }) { first = earlier }
        var stands = true
        var next = first.undoneBy
        while let opId = next {
            stands.toggle()
            next = deeds.first { $0.opId == opId }?.undoneBy
        }
        return stands
    }
}
