import HTTP

extension ProblemType {
    package static let databaseUnavailable = ProblemType(
        "database_unavailable", .serviceUnavailable, "The database cannot be reached. Nothing is lost; try again")
    package static let databaseTooSlow = ProblemType(
        "database_too_slow", .serviceUnavailable, "The database took too long to answer")
    package static let storageFull = ProblemType(
        "storage_full", .insufficientStorage, "The database's disk is full")
    package static let notReady = ProblemType("not_ready", .serviceUnavailable, "The server is not ready for requests")

    /// Every type that the operation of the service adds to those of HTTP.
    package static let ofOperations: [ProblemType] = [.databaseUnavailable, .databaseTooSlow, .storageFull, .notReady]
}
