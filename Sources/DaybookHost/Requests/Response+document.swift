import DaybookCore
import HTTP

extension Response {
    /// One JSON document, with the tag of the state that it shows.
    package static func document(
        _ status: Status = .ok, tag: EntityTag? = nil, _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter(reserving: 512)
        write(&writer)
        var response = Response.json(writer.bytes, status: status)
        if let tag { response.fields["etag"] = tag.description }
        return response
    }

    /// A document that is one object of these members.
    package static func object(
        _ status: Status = .ok, tag: EntityTag? = nil, _ write: (inout JSONWriter) -> Void
    ) -> Response {
        .document(status, tag: tag) { $0.object(nil, write) }
    }

    /// The same with a secret among the members, which no cache may keep.
    package static func secret(_ status: Status = .ok, _ write: (inout JSONWriter) -> Void) -> Response {
        var response = Response.object(status, write)
        response.fields.add("cache-control", "no-store")
        return response
    }
}
