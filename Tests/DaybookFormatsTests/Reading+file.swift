import DaybookFormats
import Foundation
import Testing

@testable import DaybookCore

/// A file read to its end, in pieces of some size.
struct ReadFile {
    var drafts: [Draft] = []
    var report = ReadingReport()
    var failure: UnreadableSource?

    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/import")

    static func bytes(_ fixture: String) throws -> [UInt8] {
        Array(try Data(contentsOf: fixtures.appending(path: fixture)))
    }

    init(fixture: String, as format: Format, zone: String = "Europe/Berlin", cutting size: Int = 1 << 16) throws {
        let bytes = try Self.bytes(fixture)
        let name = fixture.split(separator: ".").first.map(String.init)
        self.init(bytes, as: format, zone: zone, name: name, cutting: size)
    }

    init(
        _ bytes: [UInt8], as format: Format, zone: String = "UTC", name: String? = nil, cutting size: Int = 1 << 16
    ) {
        var reading = Reading(
            ReadingContext(zone: Zone(zone) ?? .utc, now: Instant(milliseconds: 1_800_000_000_000), name: name))
        var reader = format.reader()
        do throws(UnreadableSource) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reader.read(Array(bytes[start..<min(start + size, bytes.count)]), into: &reading)
                drafts += reading.take()
            }
            try reader.finish(into: &reading)
        } catch {
            failure = error
        }
        drafts += reading.take()
        report = reading.report
    }

    init(_ text: String, as format: Format, zone: String = "UTC", name: String? = nil, cutting size: Int = 1 << 16) {
        self.init(Array(text.utf8), as: format, zone: zone, name: name, cutting: size)
    }

    var tasks: [TaskDraft] { drafts.compactMap { if case .task(let task) = $0 { task } else { nil } } }
    var lists: [ListDraft] { drafts.compactMap { if case .list(let list) = $0 { list } else { nil } } }

    func task(_ title: String) throws -> TaskDraft { try #require(tasks.first { $0.title == title }) }
}

extension Instant: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = Instant(text)! }
}

extension CalendarDate: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = CalendarDate(text)! }
}
