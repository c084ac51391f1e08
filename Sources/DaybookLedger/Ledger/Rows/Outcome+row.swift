import DaybookCore
import Postgres

/// An outcome as the ledger keeps it: its word, and its conflicts or its rejection as they were answered.
struct StoredOutcome {
    let word: String
    let detail: String?

    init(_ outcome: Outcome, of operation: Identifier) {
        word = outcome.name
        if case .applied = outcome {
            detail = nil
            return
        }
        var writer = JSONWriter()
        outcome.write(to: &writer, opId: operation)
        detail = String(decoding: writer.bytes, as: UTF8.self)
    }

    static func read(_ columns: inout StoredColumns) throws(PostgresError) -> Outcome {
        let word: String = try columns.next()
        let detail: PostgresJSON? = try columns.next()
        guard let detail else {
            guard word == "applied" else { throw StoredColumns.corrupt }
            return .applied
        }
        var reader = JSONReader(detail.bytes)
        guard let outcome = try? Outcome.read(from: &reader).outcome else { throw StoredColumns.corrupt }
        return outcome
    }
}
