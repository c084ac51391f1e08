import DAV
import DaybookAccounts
import DaybookLedger
import HTTP

/// A route of this floor: whoever asks is known, the address is theirs, and what breaks a condition is answered in XML.
extension [GuardedRoute] {
    typealias Answering = @Sendable (DAVRequest) async throws -> Response

    /// - Parameter changes: a token that may only read is refused.
    static func dav(
        _ method: Method, _ place: AddressKind, changes: Bool = false, _ answer: @escaping Answering
    ) -> [GuardedRoute] {
        place.patterns.map { pattern in
            GuardedRoute.on(method, pattern, needs: .caldav) { request, principal in
                do {
                    let asked = try DAVRequest(request, principal)
                    if changes, asked.onlyReads {
                        throw Violation(
                            403, .dav("need-privileges"), hrefs: [asked.address.href], "This token may only read.")
                    }
                    return try await answer(asked)
                } catch let violation as Violation {
                    return violation.response
                } catch LedgerRefusal.noRoom {
                    return Violation(507, .dav("quota-not-exceeded"), "The account is full.").response
                } catch is ProjectionBehind {
                    throw Problem(.databaseTooSlow, fields: ["retry-after": "1"])
                } catch is NoAccount {
                    throw Problem.unauthenticated
                }
            }
        }
    }
}

extension Violation {
    var response: Response {
        var response = Response(
            Status(status), fields: ["content-type": Multistatus.contentType, "cache-control": "no-store"],
            body: .bytes(document))
        if status == 503 { response.fields.add("retry-after", "1") }
        return response
    }
}

extension Response {
    static let multistatus = Status(207)

    // Its type is written with capitals: proxies that look for it by its letters are common among calendar programs.

    /// Of these bytes, where they are few.
    static func multistatus(_ document: consuming Multistatus) -> Response {
        document.end()
        return Response(
            multistatus, fields: ["Content-Type": Multistatus.contentType, "dav": AddressKind.classes],
            body: .bytes(document.take()))
    }

    /// Produced while it is sent.
    static func multistatus(_ produce: @escaping @Sendable (inout Multistatus, BodyWriter) async throws -> Void)
        -> Response
    {
        .stream(multistatus, fields: ["Content-Type": Multistatus.contentType, "dav": AddressKind.classes]) { writer in
            var document = Multistatus(capacity: 32 << 10)
            try await produce(&document, writer)
            document.end()
            try await writer.write(document.take())
        }
    }
}
