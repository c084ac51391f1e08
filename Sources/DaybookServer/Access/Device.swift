import DaybookCore

/// One of an account's devices, or an app that acts for it: an author in the account's history.
struct Device: Hashable, Sendable {
    let id: Identifier
    var name: DeviceName
    let createdAt: Instant
}

extension JSONWriter {
    /// The members that every form of a device begins with.
    mutating func deviceMembers(_ device: Device) {
        member("id", device.id)
        member("name", device.name.text)
        member("createdAt", device.createdAt)
    }

    mutating func device(_ device: Device) {
        beginObject()
        deviceMembers(device)
        endObject()
    }
}
