import DaybookCore

/// One of an account's devices, or an app that acts for it: an author in the account's history.
package struct Device: Hashable, Sendable {
    package let id: Identifier
    package var name: DeviceName
    package let createdAt: Instant
}

extension JSONWriter {
    /// The members that every form of a device begins with.
    mutating func deviceMembers(_ device: Device) {
        member("id", device.id)
        member("name", device.name.text)
        member("createdAt", device.createdAt)
    }
}
