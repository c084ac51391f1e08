import DaybookCore
import DaybookHost

/// What people call a device, an app or a passkey: one line, trimmed, at most 400 bytes.
package struct DeviceName: Hashable, Sendable {
    package let text: String

    static let usual = DeviceName(known: "Device")
    static let ofPasskey = DeviceName(known: "Passkey")
    package static let longest = 400

    /// Nil if the text is not a valid name.
    package init?(_ text: String) {
        let trimmed = text.trimmingSpaces()
        guard !trimmed.isEmpty, trimmed.utf8.count <= Self.longest,
            !trimmed.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        self.text = String(trimmed)
    }

    private init(known text: String) { self.text = text }
}

extension JSONReader {
    package mutating func readDeviceName() throws(WireError) -> DeviceName {
        let start = offset
        guard let name = DeviceName(try readString()) else {
            throw unacceptable(.form, at: start, expected: "one line of 1 to \(DeviceName.longest) bytes")
        }
        return name
    }
}
