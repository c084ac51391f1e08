import Testing

@testable import HTTP

@Suite struct ProxyHeaderTests {
    static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    static let fourAddresses: [UInt8] = [192, 0, 2, 1, 198, 51, 100, 2, 0xDC, 0x04, 0x01, 0xBB]
    static let sixAddresses: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [1] + [0x20, 0x01, 0x0D, 0xB8]
        + Array(repeating: 0, count: 11) + [2] + [0xDC, 0x04, 0x01, 0xBB]

    static func block(_ command: UInt8, _ family: UInt8, _ rest: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? rest.count
        return signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
    }

    static let accepted: [(bytes: [UInt8], source: String?, destination: String?)] = [
        (Array("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n".utf8), "192.0.2.1:56324", "198.51.100.2:443"),
        (Array("PROXY TCP6 2001:db8::1 2001:db8::2 0 65535\r\n".utf8), "[2001:db8::1]:0", "[2001:db8::2]:65535"),
        (Array("PROXY UNKNOWN\r\n".utf8), nil, nil),
        (Array("PROXY UNKNOWN ffff:f...f:ffff whatever 65535 65535\r\n".utf8), nil, nil),
        (block(0x21, 0x11, fourAddresses), "192.0.2.1:56324", "198.51.100.2:443"),
        (block(0x21, 0x21, sixAddresses), "[2001:db8::1]:56324", "[2001:db8::2]:443"),
        (block(0x21, 0x11, fourAddresses + [0x04, 0x00, 0x02, 0xAA, 0xBB]), "192.0.2.1:56324", "198.51.100.2:443"),
        (block(0x20, 0x00, []), nil, nil),
        (block(0x20, 0x11, fourAddresses), nil, nil),
        (block(0x21, 0x00, [1, 2, 3]), nil, nil),
        (block(0x21, 0x31, Array(repeating: 0x61, count: 216)), nil, nil),
        (block(0x21, 0x12, fourAddresses), nil, nil),
    ]

    @Test(arguments: accepted.indices) func aHeaderIsReadWhereverItIsCut(index: Int) {
        let (header, source, destination) = Self.accepted[index]
        let bytes = header + Array("GET / HTTP/1.1\r\n".utf8)
        for cut in 0..<header.count {
            let start = Array(bytes[..<cut])
            let progress = ProxyHeader.read(start.span)
            #expect(progress == .needMore, "cut at \(cut)")
        }
        for cut in header.count...bytes.count {
            let start = Array(bytes[..<cut])
            guard case .header(let read, let length) = ProxyHeader.read(start.span) else {
                Issue.record("not read, cut at \(cut)")
                return
            }
            #expect(length == header.count)
            #expect(read.source?.description == source)
            #expect(read.destination?.description == destination)
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "PROXY  TCP4 192.0.2.1 198.51.100.2 1 2\r\n", "PROXY TCP4 192.0.2.1 198.51.100.2 1\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.2 1 2 3\r\n", "PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n",
        "PROXY TCP6 192.0.2.1 198.51.100.2 1 2\r\n",
        "PROXY TCP4 ::ffff:192.0.2.1 198.51.100.2 1 2\r\n", "PROXY TCP4 192.0.2.1 198.51.100.2 01 2\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.2 65536 2\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.2 +1 2\r\n", "PROXY TCP4 192.0.2.999 198.51.100.2 1 2\r\n",
        "PROXY TCP5 192.0.2.1 198.51.100.2 1 2\r\n",
        "PROXY TCP4 192.0.2.1 198.51.100.2 1 2\n", "PROXY TCP4 192.0.2.1 198.51.100.2 1 2\rX", "PROXY\r\n",
        "proxy TCP4 192.0.2.1 198.51.100.2 1 2\r\n",
        "PROXY TCP4 192.0.2.1\0198.51.100.2 1 2\r\n",
    ])
    func aMalformedLineIsRefused(text: String) { expectRefusal(Array(text.utf8)) }

    @Test func aLineWithoutAnEndIsRefused() {
        let line = Array(("PROXY UNKNOWN " + String(repeating: "x", count: 200)).utf8)
        for count in 0..<107 {
            let start = Array(line[..<count])
            let progress = ProxyHeader.read(start.span)
            #expect(progress == .needMore)
        }
        expectRefusal(line)
    }

    @Test func aMalformedBlockIsRefused() {
        expectRefusal(Self.block(0x11, 0x11, Self.fourAddresses))
        expectRefusal(Self.block(0x22, 0x11, Self.fourAddresses))
        expectRefusal(Self.block(0x21, 0x13, Self.fourAddresses))
        expectRefusal(Self.block(0x21, 0x41, Self.fourAddresses))
        expectRefusal(Self.block(0x21, 0x11, Array(Self.fourAddresses.dropLast())))
        expectRefusal(Self.block(0x21, 0x21, Self.fourAddresses))
        expectRefusal(Self.block(0x21, 0x31, Self.fourAddresses))
        expectRefusal(Self.block(0x21, 0x11, [], length: 65_535))
        var broken = Self.block(0x21, 0x11, Self.fourAddresses)
        broken[11] = 0x0B
        expectRefusal(broken)
    }

    /// Once refused, more bytes do not help, and no start of it was taken for a header.
    private func expectRefusal(_ bytes: [UInt8], _ place: SourceLocation = #_sourceLocation) {
        var refused = false
        for cut in 0...bytes.count {
            let start = Array(bytes[..<cut])
            switch ProxyHeader.read(start.span) {
            case .needMore: #expect(!refused, sourceLocation: place)
            case .header: Issue.record("taken for a header", sourceLocation: place)
            case .refused: refused = true
            }
        }
        #expect(refused, sourceLocation: place)
    }
}
