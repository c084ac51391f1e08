import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `PATCH /v1/account/settings` with the settings to change (RFC 7396).
///
/// 200 with all settings. Of the limits of a region those that are named change, and lowering them moves nothing by
/// itself; `reviewTime`, `morningTime`, `quietFrom`, `quietUntil`, `backlogLimit` and `captureLanguage` can be null. A
/// change of zone or day start moves the account's days: where it has a new date at once, its day turns. 412 where
/// `if-match` names another state, 422 `invalid_fields`.
struct PatchSettings: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let given = try await submission.members(of: Submission.patches)
        let (settled, before) = try await changes.make(submission, seeing: SliceNeeds()) { plan in
            let settings = plan.slice.settings
            try submission.require(settings.revision, of: plan.history)
            try ChangePlan.requireKnown(Patch(given), beside: settings, besides: ["revision"])
            let fields = Patch(settings.completed(given)).differing(from: settings)
            if fields.isEmpty {
                try plan.perform(nothing: 0, on: .settings, submission.principal.account)
            } else {
                try plan.perform(0, submission.principal.account, .set, .settings(fields))
            }
            return settings
        }
        // Where nothing was to be done, they are as they were.
        if let settings = settled.settings ?? before { return .settings(settings, of: settled.history) }
        // It was done long ago, and the ledger does not reach back to how they were then.
        return try await ReadSettings(database: changes.database).settings(of: principal.account)
    }
}

extension AccountSettings {
    /// A merge patch goes into objects: limits that it does not name stay.
    fileprivate func completed(_ given: [JSONMember]) -> [JSONMember] {
        given.map { field in
            guard field.name == SettingsField.regionLimits.name, case .object(let named) = field.value else {
                return field
            }
            let limits = [
                ("mustDo", regionLimits.mustDo), ("complementary", regionLimits.complementary),
                ("misc", regionLimits.misc),
            ]
            let others = limits.filter { named[$0.0] == nil }.map { JSONMember($0.0, .integer(Int64($0.1))) }
            return JSONMember(field.name, .object(named + others))
        }
    }
}

extension Response {
    /// The settings with the tag of their state.
    static func settings(_ settings: AccountSettings, of history: AccountHistory) -> Response {
        .document(tag: history.tag(of: settings.revision)) { settings.write(to: &$0) }
    }
}
