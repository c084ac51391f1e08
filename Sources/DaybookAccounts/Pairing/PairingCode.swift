import DaybookHost

/// What is read off one screen and typed into another, or scanned: eight letters and digits, 40 random bits. Too short
/// to stand a guess against a stolen table, so what is stored of it is keyed with the server's secret.
struct PairingCode: Hashable, Sendable {
    private let symbols: [UInt8]

    static let length = 8

    /// A new one.
    init() { symbols = ReadableCode.random(Self.length) }

    /// Reads it as people type it.
    init?(_ text: String) {
        guard let symbols = ReadableCode.read(text, count: Self.length) else { return nil }
        self.symbols = symbols
    }

    var text: String { ReadableCode.write(symbols, groups: 4) }

    func hash(_ secret: SecretKey) -> [UInt8] { secret.derive(.pairing, from: symbols) }

    /// The same with the server's address, for a QR code. No web server is ever asked for it, so the code is in
    /// nobody's log.
    func address(of server: String) -> String {
        let escaped = server.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "%" + String(byte >> 4, radix: 16).uppercased() + String(byte & 15, radix: 16).uppercased()
            }
        }
        return "daybook://pair?server=\(escaped.joined())&code=\(text)"
    }
}
