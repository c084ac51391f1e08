/// A condition of the protocols that does not hold, told as an error document (RFC 4918, 16).
package struct Violation: Error, Sendable {
    package let status: UInt16
    /// The element that names the condition; nil where there is none for it.
    package let condition: Name?
    /// What the condition is about.
    package let hrefs: [String]
    /// For whoever reads it.
    package let sentence: String

    package init(_ status: UInt16 = 403, _ condition: Name?, hrefs: [String] = [], _ sentence: String) {
        self.status = status
        self.condition = condition
        self.hrefs = hrefs
        self.sentence = sentence
    }

    /// The request's body is not what it should be.
    package static func malformed(_ sentence: String) -> Violation { Violation(400, nil, sentence) }

    package var document: [UInt8] {
        var xml = XMLWriter()
        xml.begin("D:error", declaring: true)
        if let condition {
            xml.open(condition)
            for href in hrefs { xml.element("D:href", href) }
            xml.close(condition)
        }
        xml.element("D:responsedescription", sentence)
        xml.end("D:error")
        return xml.bytes
    }
}
