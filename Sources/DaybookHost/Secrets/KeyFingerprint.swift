/// What tells one secret key from another and nothing about either; the database holds that of its own.
package struct KeyFingerprint: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ key: SecretKey) { bytes = key.derive(.fingerprint, from: []) }
    package init(stored bytes: [UInt8]) { self.bytes = bytes }

    /// As it is shown: enough to tell two keys apart at a glance.
    package var text: String { Hexadecimal.text(Array(bytes.prefix(4))) }
}
