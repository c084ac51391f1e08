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

    /// Of a server whose operator has configured none.
    static let ofNobody = PrivacyPage(
        "# Privacy\n\nWhoever runs this server has not said here what becomes of your data. Ask them.")

    init(_ text: String) {
        bytes = Page.framed(title: "Privacy – Daybook") { page in
            page.prose(text)
            page.element("p") { $0.link("/docs", "The API") }
        }
    }
}

/// Why the file cannot be served, without what is in it.
package struct PrivacyFileError: Error, CustomStringConvertible {
    let reason: String

    package var description: String { "DAYBOOK_PRIVACY_FILE cannot be read: \(reason)" }
}
