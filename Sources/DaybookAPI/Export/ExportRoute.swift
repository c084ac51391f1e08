import DaybookAccounts
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/export`: everything that the account holds, as one file.
///
/// `format` is json, csv, ndjson or ics; `since` an instant or a date of the account; `history`, `deleted` and
/// `anonymize` are false unless asked for. 200 and the file, under the name that apps expect. It is sent while it is
/// read, from one snapshot: if reading fails, the connection is cut, so that the client sees that the file is
/// incomplete. 400 for any other value, and for a history in a format that has no place for it; 503 where as many
/// exports are under way as the server makes at once.
struct ExportRoute: Sendable {
    let database: Database
    let gate: ExportGate

    init(_ database: Database) {
        self.database = database
        // Each holds a connection for as long as its client takes.
        gate = ExportGate(limit: max(1, database.configuration.maximumConnections / 4))
    }

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let order = try request.exportOrder
        let now = Instant.now()
        let pass = try gate.enter()
        // What is wrong now can still be said in words.
        guard try await !database.read(AccountPosition.query(of: principal.account)).isEmpty else {
            throw Problem.unauthenticated
        }
        let export = AccountExport(database: database, order: order)
        return .stream(
            fields: [
                "content-type": order.format.contentType, "cache-control": "no-store",
                "content-disposition": "attachment; filename=\"\(order.format.fileName(on: now.utcDate))\"",
                // nginx gathers answers unless told so.
                "x-accel-buffering": "no",
            ]
        ) { writer in
            _ = try await export.write(account: principal.account, now: now) { bytes, _ in
                try await writer.write(bytes)
            }
            pass.end()
        }
    }
}

extension Request {
    fileprivate var exportOrder: ExportOrder {
        get throws {
            try requireQuery(among: ["format", "since", "history", "deleted", "anonymize"])
            var order = ExportOrder()
            order.format = try query("format") { ExportFormat(rawValue: $0) } ?? order.format
            order.since = try query("since") { ExportOrder.Since($0) }
            order.includesHistory = try queryValue("history") ?? false
            order.includesDeleted = try queryValue("deleted") ?? false
            order.isAnonymous = try queryValue("anonymize") ?? false
            guard !order.includesHistory || order.format.holdsHistory else {
                throw Problem(
                    .malformedParameter, detail: "This format has no place for a history.", parameter: "history")
            }
            return order
        }
    }
}

extension ProblemType {
    static let exportBusy = ProblemType(
        "export_busy", .serviceUnavailable,
        "The server is busy with other exports; wait as long as Retry-After says")

    static let ofExport: [ProblemType] = [.exportBusy]
}
