import DaybookCore
import DaybookStore
import Postgres
import Reactor

/// What the server concludes is named after what it follows from, so that it is in the ledger once. That is no secret:
/// an operation with such a name may be there before the push that comes to the conclusion, because a device made it
/// up, or concluded the same and was heard first. Nobody looks for that, as it hardly ever happens: where PostgreSQL
/// finds two of one name, the push is passed once more by itself, and what it concludes has another name.
extension AccountChange {
    /// The names of all that a push would write, where they are looked up.
    func namesOfConclusions(from push: Push) async -> [Identifier] {
        guard givesOtherNames else { return [] }
        var trial = slice
        let result = await aside(if: isLong(push)) { trial.merge(push, context) }
        guard case .merged(let merged) = result else { return [] }
        return merged.entries.map(\.operation.opId)
    }

    /// What the push itself brings and the ledger knows has no new line, so a known name is that of a conclusion. The
    /// other one is nobody's guess.
    func giveOtherNames(in merged: inout Merged) {
        guard givesOtherNames else { return }
        var others: [Identifier: Identifier] = [:]
        for place in merged.entries.indices {
            let (name, cause) = (merged.entries[place].operation.opId, merged.entries[place].cause)
            if let other = cause.flatMap({ others[$0] }) { merged.entries[place].cause = other }
            guard context.known[name] != nil else { continue }
            let other = Identifier.random()
            others[name] = other
            merged.entries[place].operation.opId = other
        }
    }
}

extension PostgresError {
    /// The ledger has an operation of that name.
    var isOfTakenName: Bool {
        guard case .server(let error) = self, error.state == .uniqueViolation else { return false }
        return error.constraint?.contains("op_id") ?? false
    }
}
