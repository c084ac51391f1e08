/// An answer about many resources (RFC 4918, 13), written from its beginning to its end into one buffer, which may be
/// taken in pieces on the way.
package struct Multistatus: Sendable {
    package var xml: XMLWriter

    package init(capacity: Int = 4_096) {
        xml = XMLWriter(capacity: capacity)
        xml.begin("D:multistatus", declaring: true)
    }

    package static let contentType = "application/xml; charset=utf-8"

    /// Makes room for responses about as long as they usually are.
    package mutating func reserve(responses: Int, whole: Bool) { xml.reserve(responses * (whole ? 800 : 260)) }

    /// How many bytes wait to be taken.
    package var count: Int { xml.bytes.count }

    /// And how many there have been in all.
    package var length: Int { taken + count }
    private var taken = 0

    package mutating func take() -> [UInt8] {
        taken += count
        return xml.take()
    }

    package mutating func end() { xml.end("D:multistatus") }

    // MARK: Responses

    package mutating func beginResponse(_ href: String) {
        xml.raw("<D:response><D:href>")
        xml.text(href)
        xml.raw("</D:href>")
    }

    /// Of what is below an address, by its last segment.
    package mutating func beginResponse(_ base: [UInt8], segment: Span<UInt8>) {
        xml.raw("<D:response><D:href>")
        xml.text(base)
        xml.segment(segment)
        xml.raw("</D:href>")
    }

    package mutating func endResponse() { xml.raw("</D:response>") }

    /// What is said of a resource as a whole.
    package mutating func response(_ href: String, _ status: UInt16, condition: Name? = nil, _ sentence: String? = nil)
    {
        beginResponse(href)
        self.status(status)
        if let condition {
            xml.open("D:error")
            xml.empty(condition)
            xml.end("D:error")
        }
        if let sentence { xml.element("D:responsedescription", sentence) }
        endResponse()
    }

    package mutating func beginProperties() { xml.raw("<D:propstat><D:prop>") }

    package mutating func endProperties(_ status: UInt16 = 200) {
        xml.raw("</D:prop>")
        self.status(status)
        xml.raw("</D:propstat>")
    }

    /// Properties that share a status and have no value to show.
    package mutating func properties(_ names: [Name], _ status: UInt16, condition: Name? = nil) {
        guard !names.isEmpty else { return }
        beginProperties()
        for name in names { xml.empty(name) }
        xml.raw("</D:prop>")
        self.status(status)
        if let condition {
            xml.open("D:error")
            xml.empty(condition)
            xml.end("D:error")
        }
        xml.raw("</D:propstat>")
    }

    private mutating func status(_ code: UInt16) {
        switch code {
        case 200: xml.raw("<D:status>HTTP/1.1 200 OK</D:status>")
        case 403: xml.raw("<D:status>HTTP/1.1 403 Forbidden</D:status>")
        case 404: xml.raw("<D:status>HTTP/1.1 404 Not Found</D:status>")
        case 409: xml.raw("<D:status>HTTP/1.1 409 Conflict</D:status>")
        case 424: xml.raw("<D:status>HTTP/1.1 424 Failed Dependency</D:status>")
        case 507: xml.raw("<D:status>HTTP/1.1 507 Insufficient Storage</D:status>")
        default: xml.raw("<D:status>HTTP/1.1 \(code) Status</D:status>")
        }
    }
}
