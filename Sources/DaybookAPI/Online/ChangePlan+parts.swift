import DaybookCore
import DaybookLedger
import HTTP

extension ChangePlan {
    /// What is part of a task.
    func parts(of task: Identifier) throws -> [TaskItem] {
        guard seen.parts.contains(task) else {
            var missing = SliceNeeds()
            missing.parts = [task]
            throw UnseenRows(needs: missing)
        }
        let parts = slice.parts(of: task, atMost: Slice.mostParts + 1)
        guard parts.count <= Slice.mostParts else { throw Problem(.tooManyParts) }
        return parts
    }
}

extension ProblemType {
    static let partsTangled = ProblemType(
        "parts_tangled", .conflict, "A task cannot be part of itself through others, nor so deep below the top")
    static let tooManyParts = ProblemType(
        "too_many_parts", .conflict, "More tasks are part of this one than are changed at once")

    static let ofParts: [ProblemType] = [.partsTangled, .tooManyParts]
}
