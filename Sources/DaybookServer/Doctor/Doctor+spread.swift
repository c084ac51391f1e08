import DaybookStore

extension Doctor {
    /// Whether a database with Citus in it is spread as it should be.
    static func spreadFinding(_ spread: TableSpread) -> Finding {
        let check = "citus"
        let advice = "daybook citus distribute"
        if spread.isBegun, !spread.passesSettings {
            return .failure(
                check, "citus.propagate_set_commands is not 'local', so the nodes see no account's rows", advice: advice
            )
        }
        let names = spread.misplaced.map(\.name).sorted()
        guard names.isEmpty else {
            let which = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and others" : "")
            return .failure(check, "\(names.count) tables are not where they belong: \(which)", advice: advice)
        }
        func count(_ place: TableSpread.Place) -> Int { spread.tables.count { $0.place == place } }
        return .good(
            check, "\(count(.spread)) tables are spread by account, \(count(.coordinator)) are on the coordinator")
    }
}
