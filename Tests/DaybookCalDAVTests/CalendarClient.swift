import DAV
import Foundation
import TestWire

@testable import TestService

/// A calendar program that shows every answer: one account over one connection for each question.
struct CalendarClient: Sendable {
    let port: UInt16
    let account: String
    /// What stands in the field authorization.
    let authorization: String?

    typealias Answer = Wire.Answer

    var home: String { "/dav/c/\(account)/" }
    var inbox: String { "\(home)inbox/" }

    func call(
        _ method: String, _ path: String, _ body: String? = nil, _ fields: [String: String] = [:]
    ) async -> Answer {
        var lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        if let authorization { lines += "Authorization: \(authorization)\r\n" }
        let text = requestText(method, path, host: "todo.example.org", fields: lines, type: nil, body)
        return (try? await onThread { try Wire(port: port).ask(text) }) ?? Answer()
    }

    func put(
        _ path: String, _ lines: String..., fields: [String: String] = ["Content-Type": "text/calendar"]
    ) async -> Answer {
        let text =
            (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//Test//EN", "BEGIN:VTODO"] + lines
            + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
        return await call("PUT", path, text, fields)
    }

    func find(_ path: String, _ names: String, depth: String = "0") async -> Answer {
        await call(
            "PROPFIND", path, "<D:propfind \(Self.prefixes)><D:prop>\(names)</D:prop></D:propfind>", ["Depth": depth])
    }

    func report(_ path: String, _ name: String, _ inner: String, depth: String = "1") async -> Answer {
        await call("REPORT", path, "<\(name) \(Self.prefixes)>\(inner)</\(name)>", ["Depth": depth])
    }

    func sync(_ path: String, from token: String, limit: Int? = nil, data: Bool = false) async -> Answer {
        let bound = limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? ""
        return await report(
            path, "D:sync-collection",
            "<D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>\(bound)"
                + "<D:prop><D:getetag/>\(data ? "<C:calendar-data/>" : "")</D:prop>", depth: "0")
    }

    static let prefixes = """
        xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
        xmlns:S="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"
        """
}

extension Wire.Answer {
    var xml: Element? { try? XMLReader.read(Array(text.utf8)) }

    /// By href: the properties that were found, and the status of what was not.
    var responses: [(href: String, status: Int?, found: [Element])] {
        (xml.map { Array($0.children) } ?? []).filter { $0.name == .dav("response") }.map { response in
            let found = response.children.filter { $0.name == .dav("propstat") }
                .filter { $0.first(.dav("status"))?.text.contains(" 200 ") ?? false }
                .flatMap { $0.first(.dav("prop")).map { Array($0.children) } ?? [] }
            let status = response.first(.dav("status"))?.text.split(separator: " ").dropFirst().first
            return (response.first(.dav("href"))?.text ?? "", status.flatMap { Int($0) }, found)
        }
    }

    var hrefs: [String] { responses.map(\.href) }

    func property(_ name: Name, at href: String? = nil) -> Element? {
        responses.first { href == nil || $0.href == href }?.found.first { $0.name == name }
    }

    var syncToken: String { xml?.first(.dav("sync-token"))?.text ?? "" }

    /// The condition that an error names.
    var condition: String? { xml?.children.first { $0.name != .dav("responsedescription") }?.name.local }
}

extension LiveHouse {
    /// A calendar program with an account of its own.
    func calendarClient() async -> CalendarClient {
        let begun = await caller.post("/v1/accounts", "{}")
        return CalendarClient(
            port: port, account: begun.string("account.id"), authorization: "Bearer \(begun.string("token"))")
    }
}
