import DAV
import DaybookAccounts
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// To-do apps that exist, on an account's ledger: CalDAV (RFC 4791) with what clients ask for beside it.
package struct CalDAV: Sendable {
    let database: Database
    let ledger: Ledger
    private let takesPlainPasswords: Bool

    package init(_ database: Database, _ ledger: Ledger, _ configuration: Configuration) {
        self.database = database
        self.ledger = ledger
        takesPlainPasswords = configuration.takesPlainPasswords
    }

    package var routes: [GuardedRoute] {
        Discovery().routes
    }
}
