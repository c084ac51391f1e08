import DaybookCore

/// One JSON object a line (`application/x-ndjson`), for programs that read while it comes. The last line counts the
/// others, so that a file that was cut off between two lines is known as such.
struct NDJSONWriter: ExportWriter {
    private var json = JSONWriter(reserving: 1 << 17)
    private var lines: [UInt8] = []
    private var tasks = 0
    private var lists = 0

    mutating func begin(_ head: ExportHead) {
        json.beginObject()
        json.member("type", "export")
        json.name("exportDate")
        json.wholeSeconds(head.date)
        json.member("appVersion", head.appVersion)
        json.member("product", ExportHead.product)
        json.member("form", ExportHead.form)
        json.endObject()
        endLine()
        json.object([JSONMember("type", "settings"), JSONMember("settings", .object(head.settings.fields))])
        endLine()
    }

    mutating func write(_ list: ListDraft) {
        lists += 1
        json.list(list, type: "list")
        endLine()
    }

    mutating func write(_ task: TaskDraft, rank: Int) {
        tasks += 1
        json.task(task, rank: rank, type: "task")
        endLine()
    }

    mutating func write(_ channel: ExportedChannel) {
        json.channel(channel, type: "channel")
        endLine()
    }

    mutating func write(_ guest: ExportedGuest) {
        json.guest(guest, type: "calendarObject")
        endLine()
    }

    mutating func write(_ device: ExportedDevice) {
        json.device(device, type: "device")
        endLine()
    }

    mutating func write(_ change: LedgerEntry) {
        json.beginObject()
        json.member("type", "change")
        json.name("change")
        change.write(to: &json)
        json.endObject()
        endLine()
    }

    mutating func end() {
        json.object([
            JSONMember("type", "end"), JSONMember("tasks", .integer(Int64(tasks))),
            JSONMember("lists", .integer(Int64(lists))),
        ])
        endLine()
    }

    private mutating func endLine() {
        lines += json.bytes
        lines.append(0x0A)
        json.reset()
    }

    mutating func take() -> [UInt8] {
        defer { lines = [] }
        return lines
    }

    var count: Int { lines.count }
}
