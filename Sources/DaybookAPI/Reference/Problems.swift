import DaybookAccounts
import DaybookHost
import HTTP

extension ProblemType {
    /// Every type that the service adds to those of HTTP, by capability. docs/api/problems.md lists them, and a test
    /// compares.
    static let ofService: [[ProblemType]] = [
        ofOperations,
        ofRequests,
        ofChanges,
        ofTasks,
        ofParts,
        ofFilters,
        ofHistory,
        ofSync,
        ofAccess,
        ofRegistration,
        ofLimits,
        ofIdentity,
        ofSignIn,
        ofSecondFactor,
        ofPasskeys,
        ofPairing,
        ofMerge,
        ofExport,
        ofFeeds, ofReminders, ofProposals,
        ofImport,
    ]
}
