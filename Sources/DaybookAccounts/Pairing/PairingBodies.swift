import DaybookCore

/// Bodies of the routes by which a second device is let in.
struct PairingClaimBody: Sendable {
    var code: String
    var deviceName: DeviceName
}

struct PairingSecretBody: Sendable {
    var code: String
    var secret: String
    /// How long the device would wait for an answer.
    var wait: Duration
}

extension JSONReader {
    mutating func readPairingClaim() throws(WireError) -> PairingClaimBody {
        let start = offset
        let read = try readPairingMembers()
        guard let code = read.code else { throw missing("code", ofObjectAt: start) }
        return PairingClaimBody(code: code, deviceName: read.deviceName)
    }

    mutating func readPairingSecret() throws(WireError) -> PairingSecretBody {
        let start = offset
        let read = try readPairingMembers()
        guard let code = read.code else { throw missing("code", ofObjectAt: start) }
        guard let secret = read.secret else { throw missing("secret", ofObjectAt: start) }
        return PairingSecretBody(code: code, secret: secret, wait: .seconds(read.wait))
    }

    mutating func readPairingNumber() throws(WireError) -> Int {
        let start = offset
        guard let number = try readPairingMembers().number else { throw missing("number", ofObjectAt: start) }
        return number
    }

    private mutating func readPairingMembers() throws(WireError) -> PairingMembers {
        try beginObject()
        var members = JSONMembers()
        var read = PairingMembers()
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.code): read.code = try readString()
            case .field(.deviceName): read.deviceName = try takeNull() ? .usual : readDeviceName()
            case .field(.secret): read.secret = try readString()
            case .field(.wait): read.wait = try takeNull() ? 0 : readInt(in: 0...20)
            case .field(.number): read.number = try readInt(in: 0...9999)
            case .unknown: try passUnknown()
            case .end: return read
            }
        }
    }
}

/// Each body takes some of these.
private struct PairingMembers {
    var code: String?
    var deviceName = DeviceName.usual
    var secret: String?
    var wait = 20
    var number: Int?
}

private enum Member: Int, CaseIterable {
    case code, deviceName, secret, wait, number
    static let names = JSONNames<Member>("code deviceName secret wait number")
}
