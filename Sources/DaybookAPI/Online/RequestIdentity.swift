import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP

/// What makes a repeated request the same request: the identifiers of its operations, by which the ledger knows them.
///
/// The first half follows from the account, the device and the `Idempotency-Key`; of the second, 46 bits follow from
/// what was asked and 16 are the operation's place in the request. So one look into the ledger finds what was done
/// under a key, and tells a repetition from another request under the same key. A request without a key is like no
/// other.
struct RequestIdentity: Hashable, Sendable {
    let isKeyed: Bool
    private let isImplied: Bool
    private let key: UInt64
    private let content: UInt64

    /// The most operations that one request can have.
    static let mostOperations = 65_536
    private static let placeBits: UInt64 = 0xFFFF
    private static let variant: UInt64 = 0x8000_0000_0000_0000
    private static let contentBits: UInt64 = 0x3FFF_FFFF_FFFF_0000

    /// - Parameter implied: a key that is part of the request, such as the identifier of the row it creates.
    init(
        key: String?, implied: String? = nil, of principal: Principal, asking method: String, _ path: String,
        _ body: [UInt8]
    ) {
        isKeyed = key != nil || implied != nil
        isImplied = key == nil
        guard let text = key ?? implied else {
            let drawn = Identifier.random()
            self.key = drawn.high
            content = drawn.low & Self.contentBits
            return
        }
        let hash = Self.hash(Array(text.utf8))
        self.key =
            Identifier.derived(
                .request, principal.account.high, principal.account.low, principal.device.high, principal.device.low,
                key == nil ? 1 : 0, hash.0, hash.1
            ).high
        content = Self.hash(Array("\(method) \(path)\0".utf8) + body).0 & Self.contentBits
    }

    /// Requests that are recognised by something other than a client's key.
    init(key: Identifier, content: UInt64) {
        isKeyed = true
        isImplied = false
        self.key = key.high
        self.content = content << 16 & Self.contentBits
    }

    /// Of what is done because it was proposed: a proposal has the identifier of the first of its operations, and each
    /// of them tells which proposal it is of (`Identifier.proposal`).
    init(proposal: Identifier) {
        isKeyed = true
        isImplied = false
        key = proposal.high
        content = Self.proposed
    }

    /// What stands in the operations of proposals in place of bits that follow from a request.
    private static let proposed: UInt64 = 0x1052_4F50_4F53_0000

    /// The identifier of an operation of this request.
    func opId(_ place: Int) -> Identifier {
        Identifier(high: key, low: Self.variant | content | UInt64(place) & Self.placeBits)
    }

    /// The identifier of a row that an operation of this request creates.
    func row(_ place: Int) -> Identifier {
        let operation = opId(place)
        return .derived(.request, operation.high, operation.low)
    }

    /// The operations that are known by this key lie between these: under a client's key whatever was asked, so that
    /// another request shows; under an implied one only those of this very request.
    var operations: ClosedRange<Identifier> {
        guard isImplied else { return Identifier(high: key, low: 0)...Identifier(high: key, low: .max) }
        return opId(0)...opId(Int(Self.placeBits))
    }

    /// The place of an operation of this very request; nil for one of another request under the same key.
    func place(of opId: Identifier) -> Int? {
        guard opId.high == key, opId.low & ~Self.placeBits == Self.variant | content else { return nil }
        return Int(opId.low & Self.placeBits)
    }

    private static func hash(_ bytes: [UInt8]) -> (UInt64, UInt64) {
        let digest = Sodium.hash(bytes, length: 16)
        return (digest.word(0), digest.word(8))
    }
}

extension Identifier {
    /// The proposal that an operation is of, where it is of one.
    var proposal: Identifier? {
        let first = RequestIdentity(proposal: self).opId(0)
        return low & ~0xFFFF == first.low ? first : nil
    }
}

extension Request {
    /// The `Idempotency-Key`, of which there is one at most.
    var idempotencyKey: String? {
        get throws {
            let lines = fields.values("idempotency-key")
            guard let line = lines.first else { return nil }
            guard lines.count == 1, let key = RequestKey(line) else { throw Problem(.malformedIdempotencyKey) }
            return key.text
        }
    }
}
