import Postgres

/// The table that stands in a database from the first change of a restoration to its last. While it is there, no
/// process serves or migrates the database; another restoration begins from the top.
package enum RestoreMark {
    package static let table = "daybook_restore"

    package static let put: Query = "CREATE TABLE IF NOT EXISTS daybook_restore (began_at timestamptz NOT NULL)"
    package static let remove: Query = "DROP TABLE daybook_restore"
    package static let isThere: Query = "SELECT to_regclass('daybook_restore') IS NOT NULL"
}
