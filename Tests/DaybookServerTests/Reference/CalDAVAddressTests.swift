import Foundation
import Testing

@testable import DaybookCalDAV

/// The addresses of CalDAV, which are in docs/build/caldav.md and not in the API document: that knows no PROPFIND.
@Suite struct CalDAVAddressTests {
    private func routes() throws -> Set<String> {
        Set(
            try RouteList.ofService().filter { route in
                route.pattern.hasPrefix("/dav") || route.pattern == "/.well-known/caldav"
                    || route.pattern == "/" && [.propfind, .options].contains(route.method)
            }.map(\.shape))
    }

    @Test func everyRouteIsInThePageAndTheOtherWayRound() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let page = try String(contentsOf: folder.appending(path: "../../../docs/build/caldav.md"), encoding: .utf8)
        var told: Set<String> = []
        for line in page.split(separator: "\n") where line.hasPrefix("| `/") {
            let cells = line.split(separator: "|")
            func quoted(_ cell: Substring) -> [String] {
                cell.split(separator: "`").map(String.init).filter {
                    $0.first.map { $0 == "/" || $0.isUppercase } ?? false
                }
            }
            for path in quoted(cells[0]) {
                let shape = path.replacing(#/\{[a-z]+\}/#, with: "{}")
                for method in quoted(cells[1]) {
                    told.insert("\(method) \(shape)")
                    // Both spellings of a collection.
                    if shape.hasPrefix("/dav/"), shape.hasSuffix("/"), shape != "/dav/" {
                        told.insert("\(method) \(shape.dropLast())")
                    }
                }
            }
        }
        let known = try routes()
        #expect(known.count > 60)
        #expect(known.subtracting(told).sorted() == [], "not in docs/build/caldav.md")
        #expect(told.subtracting(known).sorted() == [], "no route of the server")
    }

    @Test func everyPlaceAllowsWhatItAnswers() throws {
        let known = try RouteList.ofService()
        for place in AddressKind.allCases {
            for pattern in place.patterns where pattern != "/" {
                var methods = Set(known.filter { $0.pattern == pattern }.map(\.method))
                if methods.contains(.get) { methods.insert(.head) }
                #expect(methods == Set(place.methods), "\(pattern)")
            }
        }
    }
}
