import DAV
import DaybookAccounts
import DaybookLedger
import HTTP
import Reactor

/// PROPFIND: properties of an address and, at depth 1, of what is directly below it.
///
/// 207; 404 for what is not there, 403 `propfind-finite-depth` where all that is below is asked for. Members of a
/// calendar come by name, while they are read.
struct FindProperties: Sendable {
    let calendars: Calendars
    let quotas: Quotas

    var routes: [GuardedRoute] {
        AddressKind.allCases.flatMap { [GuardedRoute].dav(.propfind, $0, answer) }
    }

    @Sendable private func answer(_ asked: DAVRequest) async throws -> Response {
        let body = try await asked.body(atMost: DAVRequest.longestBody)
        let request = try await aside(if: body.count > DAVRequest.longBody) { () throws(Violation) in
            try PropertyRequest(propfind: body)
        }
        let depth = try asked.depth(usually: .one)
        guard depth != .infinity else {
            throw Violation(403, .dav("propfind-finite-depth"), "Properties are asked for at depth 0 or 1.")
        }
        switch asked.address {
        case .root: return place(.root, request, asked)
        case .principal: return place(.principal, request, asked)
        case .home: return try await home(request, asked, isDeep: depth == .one)
        case .collection(_, let segment):
            let seen = try await calendars.collection(segment, of: asked.account)
            let facts = try await calendars.facts(of: asked.account)
            guard depth == .one else { return place(.collection(seen, facts), request, asked) }
            return try members(of: seen, facts, request, asked)
        case .object(_, let segment, let name): return try await object(segment, name, request, asked)
        }
    }

    private func place(_ kind: PlaceProperties.Kind, _ request: PropertyRequest, _ asked: DAVRequest) -> Response {
        var document = Multistatus()
        PlaceProperties(kind, asked, quotas).respond(request, isMinimal: asked.isMinimal, to: &document)
        return .multistatus(document)
    }

    private func home(_ request: PropertyRequest, _ asked: DAVRequest, isDeep: Bool) async throws -> Response {
        var document = Multistatus()
        var kinds: [PlaceProperties.Kind] = [.home]
        if isDeep {
            let facts = try await calendars.facts(of: asked.account)
            kinds += try await calendars.collections(of: asked.account).map { .collection($0, facts) }
        }
        for kind in kinds {
            PlaceProperties(kind, asked, quotas).respond(request, isMinimal: asked.isMinimal, to: &document)
        }
        return .multistatus(document)
    }

    private func members(
        of seen: SeenCollection, _ facts: AccountFacts, _ request: PropertyRequest, _ asked: DAVRequest
    ) throws -> Response {
        let properties = try ResourceProperties(request, asked, zone: facts.zone)
        let (calendars, quotas) = (calendars, quotas)
        return .multistatus { document, writer in
            PlaceProperties(.collection(seen, facts), asked, quotas)
                .respond(request, isMinimal: asked.isMinimal, to: &document)
            try await calendars.write(
                allOf: seen, as: properties, for: asked.account, to: &document, writer
            ) { _ in true }
        }
    }

    private func object(
        _ segment: String, _ name: String, _ request: PropertyRequest, _ asked: DAVRequest
    ) async throws -> Response {
        let seen = try await calendars.collection(segment, of: asked.account)
        let properties = try ResourceProperties(request, asked, zone: .utc)
        let found = try await calendars.reads.member(
            at: .init(seen.id, name), withTask: properties.isWhole, of: asked.account)
        guard let found else { throw Problem(.notFound) }
        var document = Multistatus()
        var scratch = ResponseScratch()
        document.beginResponse(asked.address.href)
        try properties.respond(found, to: &document, &scratch)
        return .multistatus(document)
    }
}
