import DaybookHost

/// What the operator tells about the data on this server: the file of DAYBOOK_PRIVACY_FILE as a page.
package struct PrivacyPage: Sendable {
    let bytes: [UInt8]

    static let mostBytes = 256 << 10

    /// Nil where none is configured.
    package static func load(_ configuration: Configuration) throws(PrivacyFileError) -> PrivacyPage? {
        guard let path = configuration.privacyFile else { return nil }
        do {
            return PrivacyPage(try TextFile.read(path, limit: mostBytes))
        } catch {
            throw PrivacyFileError(reason: error.reason)
        }
    }

    init(_ text: String) {
        bytes = Page.framed(title: "Privacy – Daybook") { page in
            page.element("main", [("id", "main")]) { page in
                page.markdown(text)
                page.element("p") { $0.element("a", [("href", "/docs")], "The API") }
            }
        }
    }
}

/// Why the file cannot be served, without what is in it.
package struct PrivacyFileError: Error, CustomStringConvertible {
    let reason: String

    package var description: String { "DAYBOOK_PRIVACY_FILE cannot be read: \(reason)" }
}

extension HTML {
    /// At the end of the pages of a server whose operator has a privacy notice.
    mutating func privacyLink() {
        element("p") { $0.element("a", [("href", "/privacy")], "Privacy") }
    }
}
