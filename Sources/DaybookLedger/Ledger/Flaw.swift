import DaybookCore

/// Something in an account that is not as it must be. It names rows and never quotes what a user wrote.
package struct Flaw: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The ledger gives another row than the table has.
        case rowDiffers = "row_differs"
        /// The ledger gives a row that the table has not.
        case rowMissing = "row_missing"
        /// The table has a row of which the ledger knows nothing.
        case rowUnknown = "row_unknown"
        /// A row holds what none may.
        case rowMalformed = "row_malformed"
        /// A line of the ledger about the row does.
        case lineMalformed = "line_malformed"
        /// What a row shows does not follow from what it holds.
        case columnsDiffer = "columns_differ"
        /// A change of the settings has no effect.
        case settingsDiffer = "settings_differ"
        /// A completed task is not counted, or not at its time, or an open one is.
        case completionWrong = "completion_wrong"
        case orderKeyLong = "order_key_long"
        case revisionWrong = "revision_wrong"
        case countWrong = "count_wrong"
        case sizeWrong = "size_wrong"
        case ledgerGap = "ledger_gap"
        /// Changes wait for a row that is there.
        case waitingWrong = "waiting_wrong"
        /// Calendar programs are shown something else of a task than there is.
        case resourceWrong = "resource_wrong"

        package var sentence: String {
            switch self {
            case .rowDiffers: "the ledger gives another row"
            case .rowMissing: "the ledger gives a row that is not there"
            case .rowUnknown: "the ledger knows nothing of the row"
            case .rowMalformed: "the row holds what none may"
            case .lineMalformed: "a change of the row holds what none may"
            case .columnsDiffer: "what the row shows does not follow from what it holds"
            case .settingsDiffer: "the ledger gives other settings"
            case .completionWrong: "its completion is not counted as it should be"
            case .orderKeyLong: "its order key has grown too long"
            case .revisionWrong: "the account's revision is not that of its last change"
            case .countWrong: "the account's count of tasks is wrong"
            case .sizeWrong: "the account's size is wrong"
            case .ledgerGap: "changes are missing from the ledger"
            case .waitingWrong: "changes wait for the row, which is there"
            case .resourceWrong: "calendar programs are not told of it as it is"
            }
        }
    }

    package let kind: Kind
    package let entity: SyncOperation.Entity?
    package let row: Identifier?

    package init(_ kind: Kind, _ entity: SyncOperation.Entity? = nil, _ row: Identifier? = nil) {
        self.kind = kind
        self.entity = entity
        self.row = row
    }
}
