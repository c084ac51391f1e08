import DaybookCore
import HTTP

/// How many requests a minute somebody may make: all of them at once after a minute's rest, and one more every so often
/// after that.
struct RateLimit: Sendable {
    let kind: Kind
    let perMinute: Int

    /// Whose requests are counted.
    enum Kind: UInt8, Sendable, CaseIterable {
        /// For requests whose token is not known here yet, or that bring none.
        case address
        case account
        case device

        var name: StaticString {
            switch self {
            case .address: "address"
            case .account: "account"
            case .device: "device"
            }
        }
    }

    /// The fields that tell of it, by how many requests are left.
    private let fields: [ResponseFields]

    /// More are written anew at each answer.
    private static let prepared = 4096

    init(_ kind: Kind, perMinute: Int) {
        self.kind = kind
        self.perMinute = perMinute
        fields = (0...min(max(0, perMinute), Self.prepared)).map { Self.fields(kind, perMinute, left: $0) }
    }

    /// 0 means no limit.
    var isOn: Bool { perMinute > 0 }

    func fields(left: Int) -> ResponseFields {
        left < fields.count ? fields[max(0, left)] : Self.fields(kind, perMinute, left: left)
    }

    /// `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers: the quota and its window, what is
    /// left of it, and in how many seconds it is whole again.
    private static func fields(_ kind: Kind, _ perMinute: Int, left: Int) -> ResponseFields {
        let whole = (max(0, perMinute - left) * 60 + perMinute - 1) / max(1, perMinute)
        var fields = ResponseFields()
        fields.add("ratelimit-policy", "\"\(kind.name)\";q=\(perMinute);w=60")
        fields.add("ratelimit", "\"\(kind.name)\";r=\(left);t=\(whole)")
        return fields
    }
}

/// Whom a limit is for.
struct RateSubject: Hashable, Sendable {
    let kind: RateLimit.Kind
    let high: UInt64
    let low: UInt64

    static func device(_ id: Identifier) -> RateSubject { RateSubject(kind: .device, high: id.high, low: id.low) }
    static func account(_ id: Identifier) -> RateSubject { RateSubject(kind: .account, high: id.high, low: id.low) }

    /// As ``IPAddress/network`` has it.
    static func address(_ address: IPAddress) -> RateSubject {
        RateSubject(kind: .address, high: address.high, low: address.isV4 ? address.low : 0)
    }
}
