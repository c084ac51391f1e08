import DAV
import DaybookCore
import DaybookStore
import Postgres
import TestWire
import Testing

@testable import DaybookLedger
@testable import TestAccounts
@testable import TestService

/// A server that keeps events and journals, and an account of which a calendar program and an app know.
struct GuestHouse: Sendable {
    let live: LiveHouse
    let client: CalendarClient

    static func open(_ settings: [String: String] = [:]) async throws -> GuestHouse {
        let live = try await openHouse(["DAYBOOK_CALDAV_EVENTS": "yes"].merging(settings) { $1 })
        return GuestHouse(live: live, client: await live.calendarClient())
    }

    var database: Database { live.database }
    var ledger: Ledger { live.ledger }
    var account: Identifier { Identifier(client.account) ?? .zero }
    /// The app.
    var caller: Caller { live.caller.with(String(client.authorization?.dropFirst(7) ?? "")) }

    /// The list that a calendar of the home is.
    func list(_ segment: String) async throws -> Identifier {
        try await database.read(
            of: account,
            "SELECT list_id FROM dav_collection WHERE account_id = \(account) AND segment = \(segment)"
        )[0].decode(0)
    }

    func device() async throws -> Identifier {
        try await database.read(
            of: account, "SELECT device_id FROM device WHERE account_id = \(account)"
        )[0].decode(0)
    }

    func isSound() async throws {
        // What is asked of all calendars brings the names up to date, which are not looked at before.
        #expect(await client.find(client.home, "<S:getctag/>", depth: "1").status == 207)
        #expect(try await AccountCheck(ledger, account).run() == [])
    }
}

extension CalendarClient {
    static func event(_ uid: String, _ lines: String...) -> String { object("VEVENT", uid, lines) }

    static func object(_ component: String, _ uid: String, _ lines: [String]) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//Test//EN", "BEGIN:\(component)", "UID:\(uid)"] + lines
            + ["END:\(component)", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    func putText(_ path: String, _ text: String, _ fields: [String: String] = [:]) async -> Answer {
        await call("PUT", path, text, fields.merging(["Content-Type": "text/calendar"]) { $1 })
    }

    func makeCalendar(_ segment: String, for components: [String]) async -> Answer {
        let set = components.map { "<C:comp name=\"\($0)\"/>" }.joined()
        return await call(
            "MKCALENDAR", home + "\(segment)/",
            """
            <C:mkcalendar \(Self.prefixes)><D:set><D:prop><C:supported-calendar-component-set>\(set)\
            </C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>
            """)
    }

    /// The address of a new one.
    func calendar(_ segment: String, for components: [String]) async throws -> String {
        #expect(await makeCalendar(segment, for: components).status == 201)
        return home + "\(segment)/"
    }
}
