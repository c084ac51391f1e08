import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// `POST /v1/history/takeback` with `{"device":DEVICE,"since":REVISION or INSTANT}`, or with `token` in place of
/// `device`, and with `until` where not all since then goes: takes back all that one device did, and what the server
/// concluded from that, in batches as a restoration does. What others have changed since stays.
///
/// 200 with how many tasks and lists were restored, deleted and changed, what was kept, and the body of the request
/// that takes it back in turn. With `"dryRun":true` nothing is done and the answer says what would be. 404 for no such
/// device, 409 `mass_delete_unconfirmed` and `history_too_short`, 422.
struct TakeBack: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        var members = try await submission.members()
        let author = try Author(&members)
        let since = try RestorationTarget(members.take("since"), field: "since")
        let until = try members.take("until").flatMap { $0.isNull ? nil : try RestorationTarget($0, field: "until") }
        let isRehearsal = try members.takeFlag("dryRun")
        let confirmMassDelete = try members.takeFlag("confirmMassDelete")
        try ChangePlan.requireNone(members)
        let device = try await device(author, of: principal.account)
        let report = try await Restoration(
            takingBack: device.id, since: since, until: until, isRehearsal: isRehearsal,
            confirmMassDelete: confirmMassDelete, askedBy: submission, changes
        ).run()
        return .object { $0.takenBack(report, from: device, by: principal.device) }
    }

    /// Whose changes go.
    private enum Author {
        case device(Identifier)
        /// The device of this token.
        case token(Identifier)

        init(_ members: inout [JSONMember]) throws {
            let (device, token) = (try members.takeIdentifier("device"), try members.takeIdentifier("token"))
            switch (device, token) {
            case (let device?, nil): self = .device(device)
            case (nil, let token?): self = .token(token)
            case (nil, nil):
                throw Problem(invalid: "device", .required, "device must say whose changes are taken back.")
            case (_?, _?):
                throw Problem(
                    invalid: "token", .unknownField, "token stands in the place of device, and not beside it.")
            }
        }
    }

    /// Also one that has no access any more.
    private func device(_ author: Author, of account: Identifier) async throws -> (id: Identifier, name: String) {
        let id: Query =
            switch author {
            case .device(let id): "\(id)"
            case .token(let id): "(SELECT device_id FROM token WHERE account_id = \(account) AND token_id = \(id))"
            }
        let rows = try await changes.database.read(
            of: account, "SELECT device_id, name FROM device WHERE account_id = \(account) AND device_id = \(id)")
        guard let row = rows.first else { throw Problem(.notFound) }
        return try row.decode((Identifier, String).self)
    }
}

extension JSONWriter {
    fileprivate mutating func takenBack(
        _ report: RestorationReport, from device: (id: Identifier, name: String), by asking: Identifier
    ) {
        member("device") { $0.device(device) }
        member("since", report.to)
        member("until", report.until)
        member("revision", report.revision)
        member("dryRun", report.isRehearsal)
        member("tasks") { $0.counts(of: report.tasks) }
        member("lists") { $0.counts(of: report.lists) }
        member("settings", report.settings)
        member("erased", report.erased)
        member(kept: report.kept)
        member("undo") { json in
            guard !report.isRehearsal else { return json.null() }
            json.object { json in
                json.member("device", asking)
                json.member("since", report.before)
                json.member("until", report.revision)
                json.member("confirmMassDelete", true)
            }
        }
    }

    private mutating func counts(of rows: [Identifier: SyncOperation.Kind]) {
        object { json in
            json.member("restored", rows.values.count { $0 == .restore })
            json.member("deleted", rows.values.count { $0 == .delete })
            json.member("changed", rows.values.count { $0 == .set })
        }
    }
}
