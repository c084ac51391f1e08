import DaybookCore

/// Bodies of the routes that add a second device.
struct PairingClaim: Sendable {
    let code: String
    let deviceName: DeviceName

    init(_ reader: inout JSONReader) throws(WireError) {
        let members = try PairingMembers(&reader)
        guard let given = members.code else { throw reader.missing("code", ofObjectAt: members.start) }
        code = given
        deviceName = members.deviceName
    }
}

struct PairingQuestion: Sendable {
    let code: String
    let secret: String
    /// How long the device would wait for an answer.
    let wait: Duration

    init(_ reader: inout JSONReader) throws(WireError) {
        let members = try PairingMembers(&reader)
        guard let givenCode = members.code else { throw reader.missing("code", ofObjectAt: members.start) }
        guard let givenSecret = members.secret else { throw reader.missing("secret", ofObjectAt: members.start) }
        (code, secret) = (givenCode, givenSecret)
        wait = .seconds(members.wait)
    }
}

struct PairingNumber: Sendable {
    let number: Int

    init(_ reader: inout JSONReader) throws(WireError) {
        let members = try PairingMembers(&reader)
        guard let given = members.number else { throw reader.missing("number", ofObjectAt: members.start) }
        number = given
    }
}

/// Each body takes some of these.
private struct PairingMembers {
    let start: Int
    private(set) var code: String?
    private(set) var deviceName = DeviceName.usual
    private(set) var secret: String?
    private(set) var wait = 20
    private(set) var number: Int?

    init(_ reader: inout JSONReader) throws(WireError) {
        start = reader.offset
        try reader.readObject { reader, name throws(WireError) in
            switch name {
            case "code": code = try reader.readString()
            case "deviceName": deviceName = try reader.takeNull() ? .usual : reader.readDeviceName()
            case "secret": secret = try reader.readString()
            case "wait": wait = try reader.takeNull() ? 0 : reader.readInt(in: 0...20)
            case "number": number = try reader.readInt(in: 0...9999)
            default: return false
            }
            return true
        }
    }
}
