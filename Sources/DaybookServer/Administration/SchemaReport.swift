import DaybookCore
import DaybookHost
import DaybookStore
import Reactor

/// Migrations as commands show them.
extension MigrationStatus {
    public var text: String {
        var text = lines.map { line in
            let number = String(repeating: "0", count: max(0, 4 - "\(line.number)".count)) + "\(line.number)"
            let gap = String(repeating: " ", count: max(1, 12 - line.state.rawValue.count))
            return "\(number)  \(line.state.rawValue)\(gap)\(line.name)" + (line.appliedAt.map { "  \($0)" } ?? "")
        }
        if let trouble { text.append("\(trouble)") }
        if trouble == nil, pending > 0 { text.append("\(pending) to apply: daybook migrate up") }
        if isCurrent { text.append("the schema is current") }
        return text.joined(separator: "\n")
    }

    public var json: String {
        JSONWriter.text { json in
            json.member("current", isCurrent)
            json.member("trouble", trouble?.code)
            json.objects("migrations", lines) { json, line in
                json.member("number", line.number)
                json.member("name", line.name)
                json.member("state", line.state.rawValue)
                json.member("appliedAt", line.appliedAt)
            }
        }
    }
}

extension MigrationPlan {
    /// The steps, and of a plan not carried out the statements, as they would be sent.
    public func text(withStatements: Bool) -> String {
        if steps.isEmpty { return "nothing to do" }
        return steps.map { step in
            let head = "\(step.migration.file) \(step.direction.rawValue)" + (step.again ? " (again)" : "")
            guard withStatements else { return head }
            return "-- \(head)\n" + step.statements.map { $0.text.trimmingSpaces() + ";" }.joined(separator: "\n")
        }.joined(separator: withStatements ? "\n\n" : "\n")
    }

    public var json: String {
        JSONWriter.text { json in
            json.member("from", current)
            json.objects("steps", steps) { json, step in
                json.member("file", step.migration.file)
                json.member("direction", step.direction.rawValue)
                json.member("statements", step.statements.map(\.text))
            }
        }
    }
}

extension MigrationEvent {
    /// One line of progress.
    public var text: String {
        switch self {
        case .waitingForLock: "another process is migrating; waiting for it to finish"
        case .began(let file, let direction, let again): "\(file) \(direction.rawValue)\(again ? " again" : "") ..."
        case .postponed(let file, let statement, let attempt):
            "\(file): the table of statement \(statement) is in use; retrying (attempt \(attempt))"
        case .finished(let file, _, let took):
            "\(file) done in \(TimeSpan.show(.milliseconds(took.nanoseconds / 1_000_000)))"
        }
    }
}
