import DaybookCore

/// The formats that an account leaves in; the raw values are what requests and commands call them.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    case json, csv, ndjson, ics

    package func writer() -> any ExportWriter {
        switch self {
        case .json: DocumentWriter()
        case .csv: TableWriter()
        case .ndjson: NDJSONWriter()
        case .ics: CalendarWriter()
        }
    }

    /// Whether lists come before tasks in it. In the JSON document they cannot: its first keys are a contract.
    package var listsComeFirst: Bool { self != .json }

    /// Whether it has a place for the history.
    package var holdsHistory: Bool { self == .json || self == .ndjson }

    package var contentType: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8; header=present"
        case .ndjson: "application/x-ndjson"
        case .ics: "text/calendar; charset=utf-8"
        }
    }

    /// `Daybook-Tasks-Export-2026-11-21.json`; the date is that of the export in UTC, as the file itself says.
    /// With an account, where files of several stand side by side.
    package func fileName(on date: CalendarDate, of account: Identifier? = nil) -> String {
        "\(ExportHead.product)-Tasks-Export-\(date.text)\(account.map { "-\($0.text)" } ?? "").\(rawValue)"
    }
}
