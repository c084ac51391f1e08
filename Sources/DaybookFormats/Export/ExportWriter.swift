import DaybookCore

/// Writes one export, part by part, into bytes that are taken away as they come. Tasks arrive in the user's order.
package protocol ExportWriter: Sendable {
    mutating func begin(_ head: ExportHead)
    mutating func write(_ list: ListDraft)
    /// - Parameter rank: the task's place in the user's order, from 0.
    mutating func write(_ task: TaskDraft, rank: Int)
    mutating func write(_ channel: ExportedChannel)
    mutating func write(_ guest: ExportedGuest)
    mutating func write(_ device: ExportedDevice)
    mutating func write(_ change: LedgerEntry)
    mutating func end()

    /// The bytes written since the last call.
    mutating func take() -> [UInt8]
    /// How much that is.
    var count: Int { get }
}

extension ExportWriter {
    // Most formats have no place for what is no task.
    package mutating func write(_ channel: ExportedChannel) {}
    package mutating func write(_ guest: ExportedGuest) {}
    package mutating func write(_ device: ExportedDevice) {}
    package mutating func write(_ change: LedgerEntry) {}
}

/// What an export says of itself.
package struct ExportHead: Hashable, Sendable {
    package var date: Instant
    package var appVersion: String
    package var settings: SettingsDraft

    /// What every file of ours names as its maker; part of its file name too.
    package static let product = "Daybook"
    /// The version of the written form; raised when an older reader would misunderstand it.
    package static let form = 1

    package init(date: Instant, appVersion: String, settings: SettingsDraft) {
        self.date = date
        self.appVersion = appVersion
        self.settings = settings
    }
}

/// A channel of reminders, so that somebody who moves knows what to set up again. Its address, which is a secret as a
/// rule, is not among it.
package struct ExportedChannel: Hashable, Sendable {
    package var name: String
    package var kind: String
    package var wants: [String]
    package var language: String
    package var isOn: Bool
    package var createdAt: Instant

    package init(name: String, kind: String, wants: [String], language: String, isOn: Bool, createdAt: Instant) {
        (self.name, self.kind, self.wants) = (name, kind, wants)
        (self.language, self.isOn, self.createdAt) = (language, isOn, createdAt)
    }
}

/// An event or a journal that a calendar program keeps in a list, as it came.
package struct ExportedGuest: Hashable, Sendable {
    package var list: Identifier
    /// Under which programs find it there.
    package var name: String
    package var calendar: String
    package var writtenAt: Instant
    package var deletedAt: Instant?

    package init(list: Identifier, name: String, calendar: String, writtenAt: Instant, deletedAt: Instant?) {
        (self.list, self.name, self.calendar) = (list, name, calendar)
        (self.writtenAt, self.deletedAt) = (writtenAt, deletedAt)
    }
}

/// A device as the history names it.
package struct ExportedDevice: Hashable, Sendable {
    package var id: Identifier
    package var name: String

    package init(id: Identifier, name: String) {
        self.id = id
        self.name = name
    }
}
