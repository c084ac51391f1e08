import DaybookCore
import HTTP

extension JSONWriter {
    /// A document of its own, as it goes over a wire: an object of the members that are written.
    package static func bytes(_ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(reserving: 512)
        writer.object(nil, writeMembers)
        return writer.bytes
    }

    /// A name and whatever value is written behind it.
    package mutating func member(_ name: String, _ write: (inout JSONWriter) -> Void) {
        self.name(name)
        write(&self)
    }
}

extension Response {
    /// One JSON document, with the tag of the state that it shows.
    ///
    /// - Parameter length: about how long it is.
    package static func document<Failure: Error>(
        _ status: Status = .ok, tag: EntityTag? = nil, about length: Int = 512,
        _ write: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> Response {
        var writer = JSONWriter(reserving: length)
        try write(&writer)
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
