import DaybookAccounts
import DaybookCalendarIndex
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import HTTP
import Reactor

/// GET and HEAD of a task, or of a whole calendar in one file.
///
/// 200 with the object and its ETag, the octets that a client sent where they still say what the task says; 304 where
/// the client holds it; 404 for what is not there.
struct ReadObject: Sendable {
    let calendars: Calendars
    let writes: CalendarWrites

    var routes: [GuardedRoute] { .dav(.get, .object, object) + .dav(.get, .collection, whole) }

    @Sendable private func object(_ asked: DAVRequest) async throws -> Response {
        let seen = try await calendars.collection(asked.segment, of: asked.account)
        let address = Resource.Address(seen.id, try asked.name)
        let found = try await Problem.require(
            calendars.reads.member(at: address, of: asked.account)?.read(), else: .notFound)
        writes.serve(found.resource, to: asked.device)
        var bytes: [UInt8] = []
        found.append(to: &bytes)
        let response = Response(
            .ok,
            fields: [
                "content-type": "text/calendar; charset=utf-8; component=\(found.kind.rawValue)",
                "etag": found.tag.text,
                "last-modified": (found.shown?.task.lastShownChange ?? found.resource.madeAt).httpDate,
                // Coded, it had another ETag than the one that reports give.
                "cache-control": "private, no-cache, no-transform",
            ], body: .bytes(bytes))
        return asked.unlessHeld(response)
    }

    @Sendable private func whole(_ asked: DAVRequest) async throws -> Response {
        let seen = try await calendars.collection(asked.segment, of: asked.account)
        let (calendars, account) = (calendars, asked.account)
        let fields: ResponseFields = [
            "content-type": "text/calendar; charset=utf-8", "etag": seen.tag, "cache-control": "private, no-cache",
        ]
        return asked.unlessHeld(
            .stream(fields: fields) { writer in
                var file = CalendarFile(name: seen.name)
                var last: String?
                while true {
                    let page = try await calendars.reads.names(
                        in: seen.id, after: last, atMost: Calendars.mostOfPage, withTasks: true, of: account)
                    let before = file
                    let piece: [UInt8]
                    // Events and journals are read again, and each may be long.
                    (file, piece) = try await aside(if: true) {
                        var file = before
                        return (file, try file.piece(page.members.map { try $0.read() }))
                    }
                    try await writer.write(piece)
                    last = try page.members.last?.name()
                    guard page.isCut, last != nil else { break }
                }
                try await writer.write(file.end())
            })
    }
}

/// A calendar written page by page.
private struct CalendarFile {
    let name: String
    private var hasBegun = false
    /// The time zones that were written: a file tells each once, and two of one name where they differ. Of each the
    /// beginning of its hash, and of so many; others are told each time.
    private var zones: Set<[UInt8]> = []
    private static let mostZones = 10_000

    init(name: String) { self.name = name }

    private static let last = Array("END:VCALENDAR\r\n".utf8)
    private static let component = Array("BEGIN:VT".utf8)

    /// The members of a page; the first piece brings the beginning of the file along.
    mutating func piece(_ members: [CalendarMember]) -> [UInt8] {
        var bytes: [UInt8] = []
        CalendarRendering.append(list: members.compactMap(\.shown), name: name, to: &bytes)
        bytes.removeLast(Self.last.count)
        if hasBegun {
            // Components alone: lines that begin one stand at the beginning of a line.
            bytes = bytes.firstLine(beginningWith: Self.component).map { Array(bytes[$0...]) } ?? []
        }
        hasBegun = true
        for member in members where member.kind != .todo { append(member, to: &bytes) }
        return bytes
    }

    /// What lies in the calendar of an event or a journal.
    private mutating func append(_ guest: CalendarMember, to bytes: inout [UInt8]) {
        guard let octets = guest.octets, let object = try? CalendarObject(octets, of: [.event, .journal]) else {
            return
        }
        for component in object.others + [object.master] + object.overrides {
            var text: [UInt8] = []
            text.fold(component: component)
            if component.name == "VTIMEZONE" {
                let hash = Array(Sodium.sha256(text).prefix(16))
                if zones.contains(hash) { continue }
                if zones.count < Self.mostZones { zones.insert(hash) }
            }
            bytes += text
        }
    }

    mutating func end() -> [UInt8] { Self.last }
}

extension [UInt8] {
    fileprivate func firstLine(beginningWith letters: [UInt8]) -> Int? {
        var start = 0
        while start < count {
            if self[start...].starts(with: letters) { return start }
            guard let end = self[start...].firstIndex(of: 0x0A) else { return nil }
            start = end + 1
        }
        return nil
    }
}

extension DAVRequest {
    /// 304 where the client holds what the answer would bring.
    func unlessHeld(_ response: Response) -> Response {
        guard let tag = response.fields["etag"].flatMap({ EntityTag(field: $0) }), let held = request.heldForm(of: tag)
        else { return response }
        return .notModified(as: held)
    }
}
