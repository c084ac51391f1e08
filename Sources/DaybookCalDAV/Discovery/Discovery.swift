import DaybookAccounts
import HTTP

/// How a client that knows a host alone finds its way (RFC 6764, RFC 5397), and what it may ask where.
struct Discovery: Sendable {
    /// Where clients go on from the well-known address.
    static let context = "/dav/"

    var routes: [GuardedRoute] {
        Self.lost.map { GuardedRoute.on($0, "/.well-known/caldav") { _ in Self.moved } }
            + AddressKind.allCases.flatMap { place in
                place.patterns.map { GuardedRoute.on(.options, $0) { _ in place.options } }
            }
    }

    /// Whatever a client tries there, it is redirected before anybody asks who it is.
    private static let lost: [Method] = [.get, .options, .propfind, .proppatch, .report, .post, .put, .mkcalendar]

    private static let moved = Response(
        Status(301), fields: ["location": context, "cache-control": "max-age=86400"])
}
