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
        let passed = notes.deeds[(place + 1)...].filter { !notes.stands($0) }
        let plan = replica.undo(deed, passing: passed, now: now, request: identifier())
        var gesture = begin(at: now)
        do throws(Refused) {
            for operation in plan.operations {
                try gesture.name(operation.id) { gesture throws(Refused) in try gesture.perform(operation) }
            }
        } catch {
            gesture.takeBack()
            end(gesture)
            throw error
        }
        return finish(gesture, undoes: opId, kept: plan.kept, &writer)
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
