import DAV
import DaybookAccounts
import DaybookCore
import HTTP

/// A request whose caller is known and whose address is theirs.
struct DAVRequest: Sendable {
    let request: Request
    let principal: Principal
    let address: CalendarAddress

    var account: Identifier { principal.account }
    var device: Identifier { principal.device }
    /// It may see and nothing else.
    var onlyReads: Bool { principal.scope == .read }

    /// Throws 404 for an address that is nobody's and for another account's: nobody learns which it is.
    init(_ request: Request, _ principal: Principal) throws {
        guard let address = CalendarAddress(href: request.path),
            address.account ?? principal.account == principal.account
        else {
            throw Problem(.notFound)
        }
        (self.request, self.principal, self.address) = (request, principal, address)
    }

    /// The segment of the collection that the address is of or in.
    var segment: String {
        get throws {
            switch address {
            case .collection(_, let segment), .object(_, let segment, _): return segment
            case .root, .principal, .home: throw Problem(.notFound)
            }
        }
    }

    var name: String {
        get throws {
            guard case .object(_, _, let name) = address else { throw Problem(.notFound) }
            return name
        }
    }

    /// How far below its address a request reaches.
    enum Depth: Sendable { case zero, one, infinity }

    /// - Parameter usual: where nothing is said.
    func depth(usually usual: Depth) throws -> Depth {
        switch request.fields["depth"]?.lowercased() {
        case nil: return usual
        case "0": return .zero
        case "1", "1,noroot": return .one
        case "infinity": return .infinity
        default: throw Violation.malformed("The field depth is 0, 1 or infinity.")
        }
    }

    /// What is not there is left out, as the client prefers (RFC 8144).
    var isMinimal: Bool {
        request.fields.values("prefer").contains { $0.contains("return=minimal") }
            || request.fields["brief"]?.lowercased() == "t"
    }

    func body(atMost limit: Int) async throws -> [UInt8] { try await request.body.collect(upTo: limit) }

    /// The longest body of XML, but for lists of addresses.
    static let longestBody = 256 << 10
    static let longestReport = 1 << 20
    /// From here on a body is not read between the requests of others.
    static let longBody = 32 << 10
}
