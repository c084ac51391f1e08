import DaybookCore

/// The JSON document: the contract's keys first, for people and for whatever reads the apps' own exports; then ours.
struct DocumentWriter: ExportWriter {
    private enum Part: String { case tasks, lists, channels, calendarObjects, devices, history }

    private var json = JSONWriter(reserving: 1 << 17, pretty: true)
    private var part = Part.tasks
    private var settings = SettingsDraft([])
    private var hasEnded = false

    mutating func begin(_ head: ExportHead) {
        settings = head.settings
        json.beginObject()
        json.name("exportDate")
        json.wholeSeconds(head.date)
        json.member("appVersion", head.appVersion)
        json.name("tasks")
        json.beginArray()
    }

    mutating func write(_ task: TaskDraft, rank: Int) { json.task(task, rank: rank) }

    mutating func write(_ list: ListDraft) {
        go(to: .lists)
        json.list(list)
    }

    mutating func write(_ channel: ExportedChannel) {
        go(to: .channels)
        json.channel(channel)
    }

    mutating func write(_ guest: ExportedGuest) {
        go(to: .calendarObjects)
        json.guest(guest)
    }

    mutating func write(_ device: ExportedDevice) {
        go(to: .devices)
        json.device(device)
    }

    mutating func write(_ change: LedgerEntry) {
        go(to: .history)
        change.write(to: &json)
    }

    mutating func end() {
        if part == .tasks { go(to: .lists) }
        json.endArray()
        json.member("product", ExportHead.product)
        json.member("form", ExportHead.form)
        json.endObject()
        hasEnded = true
    }

    /// Ends one array and begins another. Lists and settings are always there, channels and what calendar programs keep
    /// beside tasks where there are some, devices and history where they were asked for.
    private mutating func go(to next: Part) {
        guard part != next else { return }
        if part == .tasks, next != .lists { go(to: .lists) }
        json.endArray()
        if next == .lists {
            json.name("settings")
            json.object(settings.fields)
        }
        json.name(next.rawValue)
        json.beginArray()
        part = next
    }

    /// A text file's last line ends, too.
    mutating func take() -> [UInt8] { hasEnded ? json.take() + [0x0A] : json.take() }
    var count: Int { json.bytes.count }
}

extension JSONWriter {
    mutating func channel(_ channel: ExportedChannel, type: String? = nil) {
        beginObject()
        if let type { member("type", type) }
        member("kind", channel.kind)
        member("name", channel.name)
        member("wants", channel.wants)
        member("language", channel.language)
        member("state", channel.isOn ? "on" : "off")
        member("createdAt", channel.createdAt)
        endObject()
    }

    mutating func guest(_ guest: ExportedGuest, type: String? = nil) {
        beginObject()
        if let type { member("type", type) }
        member("listId", guest.list)
        member("name", guest.name)
        member("calendar", guest.calendar)
        member("writtenAt", guest.writtenAt)
        if let deletedAt = guest.deletedAt { member("deletedAt", deletedAt) }
        endObject()
    }

    mutating func device(_ device: ExportedDevice, type: String? = nil) {
        beginObject()
        if let type { member("type", type) }
        member("id", device.id)
        member("name", device.name)
        endObject()
    }
}
