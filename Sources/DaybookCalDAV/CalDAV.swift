import DAV
import DaybookAccounts
import DaybookFormats
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// To-do apps that exist, on an account's ledger: CalDAV (RFC 4791) with what clients ask for beside it.
package struct CalDAV: Sendable {
    private let database: Database
    private let ledger: Ledger
    private let takesPlainPasswords: Bool
    /// What a calendar may be made for.
    private let kinds: Set<CalendarObject.Kind>

    package init(_ database: Database, _ ledger: Ledger, _ configuration: Configuration) {
        self.database = database
        self.ledger = ledger
        takesPlainPasswords = configuration.takesPlainPasswords
        // Nobody else uses an embedded database. Beside any other an older server may go on, which knows no guests.
        let keepsEvents = configuration.keepsEvents ?? (configuration.databaseURL == nil)
        kinds = keepsEvents ? CalendarObject.Kind.all : [.todo]
    }

    package var routes: [GuardedRoute] {
        let calendars = Calendars(CalendarReads(database, ledger))
        let writes = CalendarWrites(database, ledger)
        let rooms: [[GuardedRoute]] = [
            FindProperties(calendars: calendars, quotas: ledger.quotas).routes,
            AnswerReport(calendars: calendars, writes: writes, quotas: ledger.quotas).routes,
            ReadObject(calendars: calendars, writes: writes).routes,
            ChangeObjects(calendars: calendars, writes: writes).routes,
            ChangeCollections(calendars: calendars, ledger: ledger, kinds: kinds).routes,
        ]
        let takesPlainPasswords = takesPlainPasswords
        return Discovery().routes
            + rooms.flatMap(\.self).map { route in
                route.first { PlainPassword.refusal(of: $0, isAllowed: takesPlainPasswords) }
            }
    }
}

/// A password that anybody on the way can read is not asked for, and not taken.
enum PlainPassword {
    static func refusal(of request: Request, isAllowed: Bool) -> Response? {
        if isAllowed || request.isSecure || request.client.address.isLoopback { return nil }
        // Who sends a token of their own knows what they do.
        if let scheme = request.fields["authorization"]?.prefix(6).lowercased(), scheme == "bearer" { return nil }
        return Violation(
            403, nil,
            "A password is not taken over plain HTTP. Use https; on your own network DAYBOOK_CALDAV_PLAIN allows it."
        ).response
    }
}
