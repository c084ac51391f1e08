import DaybookCore

/// Writes one export, part by part, into bytes that are taken away as they come. Tasks arrive in the user's order.
public protocol ExportWriter: Sendable {
    mutating func begin(_ head: ExportHead)
    mutating func write(_ list: ListDraft)
    /// - Parameter rank: the task's place in the user's order, from 0.
    mutating func write(_ task: TaskDraft, rank: Int)
    mutating func write(_ device: ExportedDevice)
    mutating func write(_ change: LedgerEntry)
    mutating func end()

    /// The bytes written since the last call.
    mutating func take() -> [UInt8]
    /// How much that is.
    var count: Int { get }
}

extension ExportWriter {
    // Most formats have no place for the history.
    public mutating func write(_ device: ExportedDevice) {}
    public mutating func write(_ change: LedgerEntry) {}
}

/// What an export says of itself.
public struct ExportHead: Hashable, Sendable {
    public var date: Instant
    public var appVersion: String
    public var settings: SettingsDraft

    /// What every file of ours names as its maker; part of its file name too.
    public static let product = "Daybook"
    /// The version of the written form; raised when an older reader would misunderstand it.
    public static let form = 1

    public init(date: Instant, appVersion: String, settings: SettingsDraft) {
        self.date = date
        self.appVersion = appVersion
        self.settings = settings
    }
}

/// A device as the history names it.
public struct ExportedDevice: Hashable, Sendable {
    public var id: Identifier
    public var name: String

    public init(id: Identifier, name: String) {
        self.id = id
        self.name = name
    }
}
