import Foundation
import Seeds
import Simulation
import TestWire
import Testing

@testable import DaybookCore

/// An account with a calendar program before it, and a phone that can be offline.
struct CalendarDesk {
    var calendars: CalendarServerInMemory
    let account: Identifier
    let program = Identifier(high: 0xCA1, low: 1)
    var phone: Replica

    init(now: String = "2026-12-01T08:00:00Z", zone: String = "Europe/Berlin") {
        var random = SeededRandom(seed: 18)
        account = .random(using: &random)
        var server = ServerAccount(account: account, epoch: .random(using: &random))
        let now = Instant(now) ?? Instant(milliseconds: 0)
        let settings = SyncOperation(
            opId: .random(using: &random), entity: .settings, id: account,
            at: HybridTime(now, device: Identifier(high: 1, low: 1)), fields: [JSONMember("timeZone", .string(zone))])
        _ = server.push(Push(operations: [settings]), now: now)
        calendars = CalendarServerInMemory(server, now: now, seed: 1800)
        phone = Replica(account: account, device: .random(using: &random))
        syncPhone()
    }

    /// How often something random is tried for a proof: fewer times in the gate, and where a fault is planted, which a
    /// few find.
    static func rounds(_ usual: Int) -> Int {
        ProcessInfo.processInfo.environment["DAYBOOK_ROUNDS"].flatMap { Int($0) }
            ?? Proofs.scale(gate: usual / 10, proof: usual)
    }

    mutating func wait(seconds: Int64) { calendars.now = calendars.now.adding(seconds: seconds) }

    /// What the phone has done goes up, and what it has not seen comes down.
    mutating func syncPhone() {
        for _ in 0..<20 {
            let (exchange, request) = phone.request(now: calendars.now)
            let answer = calendars.server.sync(request, now: calendars.now)
            let _: Replica.Received = phone.receive(answer, to: exchange, now: calendars.now)
            guard case .page(let page) = answer, page.hasMore || !phone.outbox.isEmpty else { return }
        }
    }

    mutating func onPhone(
        _ id: Identifier, _ fields: [JSONMember], kind: SyncOperation.Kind = .set, reopens: HybridTime? = nil
    ) {
        wait(seconds: 1)
        var random = SeededRandom(seed: UInt64(bitPattern: calendars.now.milliseconds))
        _ = phone.perform(
            kind, .task, id: id, fields, reopens: reopens, opId: .random(using: &random), now: calendars.now)
    }

    @discardableResult
    mutating func put(
        _ name: String, _ lines: String..., ifMatch: String? = nil, product: String = "-//Mozilla.org/Lightning//EN",
        by device: Identifier? = nil
    ) -> CalendarServerInMemory.Answer {
        wait(seconds: 1)
        defer { #expect(calendars.rejections.isEmpty) }
        return calendars.put(
            name, Self.calendar(lines.joined(separator: "\n"), product: product), by: device ?? program,
            ifMatch: ifMatch)
    }

    /// Lines of a VTODO, in a calendar.
    static func calendar(_ text: String, product: String = "-//Mozilla.org/Lightning//EN") -> [UInt8] {
        let inside = text.contains("BEGIN:VTODO") ? text : "BEGIN:VTODO\n\(text)\nEND:VTODO"
        let whole = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:\(product)\n\(inside)\nEND:VCALENDAR\n"
        return Array(whole.replacing("\n", with: "\r\n").utf8)
    }

    mutating func get(_ name: String, by device: Identifier? = nil) throws -> CalendarServerInMemory.Resource {
        let resource = calendars.get(name, for: device ?? program)
        return try #require(resource)
    }

    /// The lines of what a resource shows, unfolded and without those of its calendar.
    mutating func lines(_ name: String) throws -> [String] {
        let text = String(decoding: try get(name).body, as: UTF8.self).replacing("\r\n ", with: "")
        return text.split(separator: "\r\n").map(String.init)
    }

    func task(_ name: String) throws -> TaskItem { try #require(calendars.shown(name)).task }

    var tasks: [TaskItem] { calendars.server.slice.tasks.values.filter { !$0.isDeleted }.sorted { $0.id < $1.id } }
}
