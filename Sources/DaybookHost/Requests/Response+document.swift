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

    /// A document with a secret in it, which no cache may keep.
    package static func secret(_ status: Status = .ok, _ write: (inout JSONWriter) -> Void) -> Response {
        var response = Response.document(status, write)
        response.fields.add("cache-control", "no-store")
        return response
    }
}
