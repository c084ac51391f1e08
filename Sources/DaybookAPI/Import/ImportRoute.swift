import DaybookAccounts
import DaybookCore
import DaybookFormats
import DaybookHost
import HTTP

/// `POST /v1/import?format=…&name=…&dryRun=…` with a file as its body. The file is stored on the disk until it has
/// arrived in full, and is read then.
///
/// 409 `import_under_way` for a second import of the account; 413 for a file that is too long, 503 `import_no_room` and
/// 507 `disk_full` where there is no room for it; in all these cases nothing was done. 200 with the report, once
/// everything is imported. Without `format` the file's beginning decides; `name` is the file's name, after which some
/// sources name their list. With `dryRun=true` nothing is changed and the report says what would be. 422
/// `import_format_unknown`; 422 `import_unreadable` with the line from which on it cannot be read; 403 where the
/// account has no room for more. These tell the report too: what was imported before stands, and the same file sent
/// again goes on where it stopped.
struct ImportRoute: Sendable {
    let importing: Import
    let room: ImportRoom

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["format", "name", "dryRun"])
        var order = ImportOrder(account: principal.account)
        order.format = try request.query("format") { Format(rawValue: $0) }
        order.name = try request.queryValue("name")
        order.isDryRun = try request.queryValue("dryRun") ?? false
        let file = try await room.receive(request.body, of: principal.account)
        let report = try await room.inTurn(principal.account) {
            var source = file
            // Only now: what waits in line has no time of its own.
            order.now = .now()
            return try await importing.run(order, from: &source)
        }
        return .document { report.write(to: &$0) }
    }
}
