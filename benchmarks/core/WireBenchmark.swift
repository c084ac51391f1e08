import DaybookCore
import Foundation

/// A page of 100 tasks through our wire and through Foundation's Codable: the same document, the same values.
///
/// Foundation is measured twice: into equal types (instants, dates and UUIDs parsed by the same code as ours), and into
/// types that leave all of those as plain strings, which is the least it can do.
func runWireBenchmarks() throws {
    let tasks = sampleTasks(100)
    var writer = JSONWriter(reserving: 100_000)
    writePage(tasks, to: &writer)
    let page = writer.bytes
    print("page of 100 tasks: \(page.count) bytes")
    let equal = try foundation(page, CodablePage<EqualTask>.self, "Foundation, equal types")
    try foundation(page, CodablePage<PlainTask>.self, "Foundation, strings left alone")

    let decode = try Benchmark("wire decode", "100 tasks") { keep(try readPage(page)) }.run()
    let encode = try Benchmark("wire encode", "100 tasks") {
        writer.reset()
        writePage(tasks, to: &writer)
        keep(writer.bytes.count)
    }.run()
    let ours = microseconds(decode.fastest) + microseconds(encode.fastest)
    let times = (equal / ours * 10).rounded() / 10
    print("decode + encode: \((ours * 10).rounded() / 10) us, \(times) times as fast as Foundation")

    try Benchmark("wire skim (grammar alone)", "100 tasks") {
        var reader = JSONReader(page)
        try reader.skipValue()
        try reader.end()
    }.run()
}

private func writePage(_ tasks: [TaskItem], to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("tasks")
    writer.beginArray()
    for task in tasks { task.write(to: &writer, .replica) }
    writer.endArray()
    writer.endObject()
}

private func readPage(_ page: [UInt8]) throws -> [TaskItem] {
    var reader = JSONReader(page)
    var tasks: [TaskItem] = []
    try reader.beginObject()
    while try reader.nextName() != nil {
        try reader.beginArray()
        while try reader.nextElement() { tasks.append(try TaskItem(from: &reader)) }
    }
    try reader.end()
    return tasks
}

/// Decode plus encode in microseconds, each the fastest of its runs.
@discardableResult
private func foundation<Page: Codable>(_ page: [UInt8], _: Page.Type, _ name: String) throws -> Double {
    let data = Data(page)
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    encoder.outputFormatting = .withoutEscapingSlashes
    let value = try decoder.decode(Page.self, from: data)
    let decode = try Benchmark("\(name): decode", "100 tasks", runs: 60) {
        keep(try decoder.decode(Page.self, from: data))
    }.run()
    let encode = try Benchmark("\(name): encode", "100 tasks", runs: 60) { keep(try encoder.encode(value).count) }.run()
    let sum = microseconds(decode.fastest) + microseconds(encode.fastest)
    print("decode + encode: \((sum * 10).rounded() / 10) us")
    return sum
}

private struct CodablePage<Row: Codable>: Codable {
    var tasks: [Row]
}

/// Any of our values that have a text, as Codable.
private struct Text<Value: CustomStringConvertible & TextReadable>: Codable {
    var value: Value

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Value(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "form"))
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.description)
    }
}

private protocol TextReadable { init?(_ text: String) }
extension Instant: TextReadable {}
extension CalendarDate: TextReadable {}
extension Identifier: TextReadable {}
extension HybridTime: TextReadable {}

private struct Pattern: Codable { var days: [Int] }

private struct EqualTask: Codable {
    struct Completion: Codable {
        var clock: Text<HybridTime>
        var at: Text<Instant>
    }
    enum State: String, Codable { case notStarted, active, completed }
    enum Place: String, Codable { case morning, afternoon, evening, backlog }
    enum Size: String, Codable { case none, mustDo, complementary, misc }
    var id: Text<Identifier>
    var title: String
    var notes: String?
    var state: State
    var createdAt: Text<Instant>
    var updatedAt: Text<Instant>
    var completedAt: Text<Instant>?
    var scheduledDate: Text<CalendarDate>?
    var dueAt: Text<Instant>?
    var reminderAt: Text<Instant>?
    var listId: Text<Identifier>?
    var sortOrder: String
    var region: Place?
    var bucket: Size
    var carryCount: Int
    var sticky: Bool
    var autoCarry: Bool
    var category: String?
    var recurrence: Pattern?
    var parentRecurringId: Text<Identifier>?
    var deletedAt: Text<Instant>?
    var revision: Int64
    var openState: State?
    var chosenBucket: Size?
    var completion: Completion?
    var reopenedThrough: Text<HybridTime>?
    var deletion: Text<HybridTime>?
    var clocks: [String: [String]]
}

private struct PlainTask: Codable {
    struct Completion: Codable {
        var clock: String
        var at: String
    }
    var id: String
    var title: String
    var notes: String?
    var state: String
    var createdAt: String
    var updatedAt: String
    var completedAt: String?
    var scheduledDate: String?
    var dueAt: String?
    var reminderAt: String?
    var listId: String?
    var sortOrder: String
    var region: String?
    var bucket: String
    var carryCount: Int
    var sticky: Bool
    var autoCarry: Bool
    var category: String?
    var recurrence: Pattern?
    var parentRecurringId: String?
    var deletedAt: String?
    var revision: Int64
    var openState: String?
    var chosenBucket: String?
    var completion: Completion?
    var reopenedThrough: String?
    var deletion: String?
    var clocks: [String: [String]]
}
