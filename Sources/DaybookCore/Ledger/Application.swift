/// What applying one operation to one row did, before anything follows from it.
struct Application {
    var conflicts: [Conflict] = []
    /// The fields that changed hands, with their values before; empty for a row that was created.
    var prior: [JSONMember] = []
    var created = false
    /// Something of the row is other than before.
    var changed = false
    /// How many things the operation asked for.
    var asked = 0
    var rejection: Rejection?
    /// There is no such row yet.
    var waits = false
    /// The whole operation lies under a newer deletion, or the deletion under a newer edit.
    var overruled = false

    static func rejected(_ rejection: Rejection) -> Application {
        var application = Application()
        application.rejection = rejection
        return application
    }

    static var waiting: Application {
        var application = Application()
        application.waits = true
        return application
    }

    var outcome: Outcome {
        if let rejection { return .rejected(rejection) }
        if waits { return .waiting }
        if conflicts.isEmpty { return .applied }
        return overruled || conflicts.count >= asked ? .superseded(conflicts) : .merged(conflicts)
    }
}

extension LedgerRow {
    /// Last writer wins, field by field; an equal clock is the same author's later word.
    mutating func apply(
        _ patch: Patch<Self>, at clock: HybridTime, to application: inout Application,
        skipping isSpecial: (Field) -> Bool
    ) {
        var won: UInt32 = 0
        for (field, value) in patch.values where !isSpecial(field) {
            application.asked += 1
            if let current = clocks[field], current > clock {
                let theirs = self.value(of: field)
                if theirs != value {
                    application.conflicts.append(
                        Conflict(
                            field: field.name, mine: value.json, theirs: theirs.json, reason: .newer, by: current))
                }
                continue
            }
            if !application.created {
                application.prior.append(JSONMember(field.name, self.value(of: field).json))
            }
            assign(value, to: field)
            won |= 1 << UInt32(field.rawValue)
        }
        for member in patch.unknown {
            application.asked += 1
            let current = unknown[member.name]
            if let current, current.clock > clock {
                if current.value != member.value {
                    application.conflicts.append(
                        Conflict(
                            field: member.name, mine: member.value, theirs: current.value, reason: .newer,
                            by: current.clock))
                }
                continue
            }
            if !application.created {
                application.prior.append(JSONMember(member.name, current?.value ?? .null))
            }
            unknown.set(.init(name: member.name, value: member.value, clock: clock))
            application.changed = true
        }
        if won != 0 {
            clocks.set(fields: won, to: clock)
            application.changed = true
        }
    }
}
