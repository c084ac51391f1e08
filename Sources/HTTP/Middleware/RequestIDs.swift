/// Names every answer by its request in `x-request-id`, so that a user can quote it and an operator find it in the
/// logs.
///
/// A name that comes with the request is taken over from trusted proxies alone: others could make two requests look
/// like one. It must be 32 hexadecimal digits, in groups as a UUID or in one, as proxies write them.
public func requestIDs(trusting proxies: TrustedProxies = .none) -> Filter {
    Filter(
        arrive: { request in
            if proxies.trust(request.peer.address),
                let given = request.fields.withValue("x-request-id", RequestID.init), let id = given
            {
                request.id = id
            }
            return nil
        },
        leave: { request, response in response.fields.addRequestID(request.id) })
}

extension RequestID {
    /// Reads 32 hexadecimal digits; hyphens may stand where a UUID has them, all four or none.
    init?(_ text: Span<UInt8>) {
        let isGrouped = text.count == 36
        guard isGrouped || text.count == 32 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<text.count {
            if isGrouped, index == 8 || index == 13 || index == 18 || index == 23 {
                guard text[index] == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Character(UnicodeScalar(text[index])).hexDigitValue, text[index] < 0x80 else {
                return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        self.init(high: high, low: low)
    }
}
