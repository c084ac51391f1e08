import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// Reads views. Which day it is for an account is known from memory, so a view is one statement, which also tells
/// whether memory was right; if it was not, the settings are read and the statement is repeated.
struct ViewReader: Sendable {
    let database: Database
    let positions: AccountPositions
    let known: KnownSettings
    let now: @Sendable () -> Instant

    init(
        _ database: Database, _ positions: AccountPositions? = nil, known: KnownSettings = KnownSettings(),
        now: @escaping @Sendable () -> Instant = { .now() }
    ) {
        self.database = database
        self.positions = positions ?? AccountPositions(database)
        self.known = known
        self.now = now
    }

    func answer<View: AccountView>(_ view: View, _ request: Request, _ principal: Principal) async throws -> Response {
        let now = now()
        let (account, visibility) = (principal.account, Visibility(principal))
        if let held = try await tagStillHeld(View.follows, request, account, now) { return .notModified(as: held) }
        var entry: KnownSettings.Entry
        if let known = known.find(account) { entry = known } else { entry = try await known.read(account, database) }
        while true {
            let context = ViewContext(
                account: account, moment: Moment(now, in: entry.day), settings: entry.settings,
                language: request.language, visibility: visibility)
            let asksMuch = view.asksMuch(context)
            let statement = try await aside(if: asksMuch) { try view.statement(context) }
            let rows = try await database.read(of: account, statement)
            guard let row = rows.first else { throw NoAccount() }
            let head = try ViewHead(row)
            guard head.settingsRevision == entry.settings.revision, head.position.epoch == entry.epoch else {
                entry = try await known.read(account, database)
                continue
            }
            known.note(entry, of: account, at: head.position.revision)
            var response = try await aside(if: View.isLong || asksMuch || rows.count > PageBound.rowsAtOnce) {
                try document(view, rows, context, head)
            }
            response.fields.add("vary", "accept-language")
            return try await request.unlessHeld(response)
        }
    }

    private func document<View: AccountView>(
        _ view: View, _ rows: Rows, _ context: ViewContext, _ head: ViewHead
    ) throws -> Response {
        var (response, changesAt) = try view.answer(rows, context, head)
        let tag = ViewTag(
            context.account, head.position.epoch, revision: head.position.revision, in: context.language,
            on: View.follows == .none ? nil : context.moment.today, changesAt: changesAt)
        if let tag = tag.entityTag { response.fields["etag"] = tag.description }
        return response
    }

    /// A tag of the client's that is still current, judged by the account's clock alone. Nil also if that cannot be
    /// decided here, because the account has changed since its settings were read.
    private func tagStillHeld(
        _ clock: ViewTag.Clock, _ request: Request, _ account: Identifier, _ now: Instant
    ) async throws -> EntityTag? {
        let held = request.heldViewTags
        guard !held.isEmpty, let entry = known.find(account) else { return nil }
        guard let position = try await positions.position(of: account) else { return nil }
        guard entry.seenAt == position.revision, entry.epoch == position.epoch else { return nil }
        let date = clock == .none ? nil : entry.day.today(at: now)
        return held.first {
            $0.view.names(
                account, position.epoch, revision: position.revision, in: request.language, on: date, at: now)
        }?.tag
    }
}
