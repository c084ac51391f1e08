import DaybookCore
import HTTP

extension Response {
    /// One JSON document, with the tag of the state that it shows.
    static func document(
        _ status: Status = .ok, tag: EntityTag? = nil, _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter(reserving: 512)
        write(&writer)
        var response = Response.json(writer.bytes, status: status)
        if let tag { response.fields["etag"] = tag.description }
        return response
    }
}
