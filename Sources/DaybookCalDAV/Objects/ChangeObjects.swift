import DAV
import DaybookAccounts
import DaybookCore
import DaybookFormats
import DaybookLedger
import HTTP

/// PUT, DELETE, MOVE and COPY of tasks, and of events and journals where a calendar was made for them.
///
/// PUT answers 201 for a new one and 204 for one that was there, with an ETag only where what would be served now are
/// the octets that came; 412 where the condition does not hold, 403 with the broken condition for what is no task, 409
/// `no-uid-conflict` where its UID is elsewhere.
struct ChangeObjects: Sendable {
    let calendars: Calendars
    let writes: CalendarWrites

    var routes: [GuardedRoute] {
        .dav(.put, .object, changes: true, put) + .dav(.delete, .object, changes: true, delete)
            + .dav(.move, .object, changes: true, move)
            + .dav(.copy, .object, changes: true) { _ in
                throw Violation(403, .calDAV("no-uid-conflict"), "A task has one address; a copy is another task.")
            }
    }

    @Sendable private func put(_ asked: DAVRequest) async throws -> Response {
        if let type = asked.request.fields["content-type"]?.lowercased(), !type.hasPrefix("text/calendar") {
            throw Violation(403, .calDAV("supported-calendar-data"), "An object is text/calendar.")
        }
        guard asked.request.fields["content-range"] == nil else {
            throw Violation(400, nil, "An object is put whole, without the field content-range.")
        }
        let body: [UInt8]
        do { body = try await asked.body(atMost: CalendarObject.longest) } catch RequestBodyError.tooLarge {
            throw Violation(
                403, .calDAV("max-resource-size"), "An object has at most \(CalendarObject.longest) bytes.")
        }
        do {
            return try await taken {
                var collection = try await calendars.identifier(asked.segment, of: asked.account)
                var outcome = try await writes.put(body, try request(asked, collection))
                if case .notFound = outcome {
                    // The list that had this address is gone; another may have it now.
                    collection = try await calendars.collection(asked.segment, of: asked.account).id
                    outcome = try await writes.put(body, try request(asked, collection))
                }
                return try await answer(outcome, asked, collection)
            }
        } catch let problem as Problem where problem.type == .notFound {
            throw Violation(409, nil, "There is no calendar at this address.")
        }
    }

    /// What is not taken is answered with the condition that it breaks.
    private func taken<Outcome>(_ take: () async throws -> Outcome) async throws -> Outcome {
        do { return try await take() } catch let refusal as CalendarRefusal {
            let place = refusal.line.map { " (line \($0))" } ?? ""
            throw Violation(403, .calDAV(refusal.condition.rawValue), refusal.sentence + place)
        }
    }

    @Sendable private func delete(_ asked: DAVRequest) async throws -> Response {
        let collection = try await calendars.collection(asked.segment, of: asked.account).id
        return try await answer(try await writes.delete(try request(asked, collection)), asked, collection)
    }

    @Sendable private func move(_ asked: DAVRequest) async throws -> Response {
        guard let destination = asked.request.fields["destination"] else {
            throw Violation(400, nil, "MOVE names its destination in a field of that name.")
        }
        guard case .object(asked.account, let segment, let name)? = CalendarAddress(href: destination),
            (1...255).contains(name.utf8.count), !name.utf8.contains(0x2F)
        else { throw Violation(403, nil, "A task is moved to an address in a calendar of its account.") }
        let overwrites = asked.request.fields["overwrite"]?.uppercased() != "F"
        let collection = try await calendars.collection(asked.segment, of: asked.account).id
        let (_, other) = try await calendars.reads.collection(at: segment, of: asked.account)
        guard let other else { throw Violation(409, nil, "There is no calendar at the destination.") }
        let outcome = try await taken {
            try await writes.move(try request(asked, collection), to: .init(other.id, name))
        }
        if case .nameTaken = outcome {
            guard overwrites else { throw Violation(412, nil, "There is a task at the destination.") }
            throw Violation(403, nil, "There is a task at the destination, and it is not overwritten.")
        }
        return try await answer(outcome, asked, collection)
    }

    // MARK: Requests and outcomes

    private func request(_ asked: DAVRequest, _ collection: Identifier) throws -> CalendarRequest {
        let name = try asked.name
        guard (1...255).contains(name.utf8.count), !name.utf8.contains(0x2F), !name.utf8.contains(0) else {
            throw Violation(403, nil, "The last segment of a task's address has 1 to 255 bytes.")
        }
        var request = CalendarRequest(asked.account, asked.device, at: .init(collection, name))
        request.condition = CalendarCondition(
            isNew: asked.request.fields.values("if-none-match").contains { $0.contains("*") }, tags: asked.ifMatch)
        return request
    }

    private func answer(
        _ outcome: CalendarOutcome, _ asked: DAVRequest, _ collection: Identifier
    ) async throws -> Response {
        switch outcome {
        case .created(let tag): return try await done(.created, tag, asked, collection)
        case .changed(let tag): return try await done(.noContent, tag, asked, collection)
        case .deleted: return Response(.noContent)
        case .notFound: throw Problem(.notFound)
        case .conditionFailed(let tag):
            var response = Violation(412, nil, "The task is another than If-Match or If-None-Match says.").response
            if let tag { response.fields.add("etag", tag.text) }
            return response
        case .uidTaken(let address):
            let collections = try await calendars.collections(of: asked.account)
            let base = collections.first { $0.id == address.collection }?.href(of: asked.account)
            throw Violation(
                409, .calDAV("no-uid-conflict"), hrefs: base.map { [$0 + Href.encoded(address.name)] } ?? [],
                "The task of this UID is at another address.")
        case .nameTaken: throw Violation(409, nil, "Another task has this name.")
        case .massDeleteUnconfirmed:
            throw Violation(
                403, nil,
                "mass_delete_unconfirmed: this device has deleted most of the account's tasks. The owner can allow it.")
        }
    }

    /// The task as it is now, where the client wants it back.
    private func done(
        _ status: Status, _ tag: CalendarTag?, _ asked: DAVRequest, _ collection: Identifier
    ) async throws -> Response {
        var response = Response(status)
        if let tag { response.fields.add("etag", tag.text) }
        guard asked.wantsRepresentation, asked.request.method == .put,
            let member = try await calendars.reads.member(at: .init(collection, try asked.name), of: asked.account)?
                .read()
        else { return response }
        var bytes: [UInt8] = []
        member.append(to: &bytes)
        writes.serve(member.resource, to: asked.device)
        return Response(
            status == .noContent ? .ok : status,
            fields: [
                "content-type": "text/calendar; charset=utf-8", "etag": member.tag.text,
                "content-location": asked.address.href, "preference-applied": "return=representation",
                "cache-control": "no-transform",
            ], body: .bytes(bytes))
    }
}

extension DAVRequest {
    /// The tags of If-Match with their quotation marks; nil where there is no condition.
    var ifMatch: [String]? {
        let lines = request.fields.values("if-match")
        guard !lines.isEmpty else { return nil }
        switch EntityTagCondition(lines) {
        case nil: return []
        case .any: return ["*"]
        case .tags(let tags): return tags.filter { !$0.isWeak }.map { "\"\($0.state)\"" }
        }
    }

    var wantsRepresentation: Bool {
        request.fields.values("prefer").contains { $0.contains("return=representation") }
    }
}
