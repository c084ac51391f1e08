import Testing

@testable import HTTP

@Suite struct AcceptEncodingTests {
    @Test(arguments: [
        ("gzip", true), ("GZip", true), ("x-gzip", true), ("gzip, deflate, br", true),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", true),
        ("*", true), ("gzip;q=0.001", true), ("gzip; q=1", true), ("gzip ;q=0.5,identity;q=0.5", true),
        ("*;q=0.5", true),
        ("", false), ("identity", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*;q=0", false),
        ("gzip;q=0, *", false), ("gzip;q=0.5, identity;q=0.8", false), ("gzip;q=2", false), ("gzip;q=", false),
        ("gzip;q=0.1234", false), ("gzip;q=1.001", false), ("gzip;level=9", false), ("gzipped", false), (",,", false),
    ])
    func aFieldIsReadByItsWeights(field: String, expected: Bool) {
        let bytes = Array(field.utf8)
        #expect((AcceptEncoding.preferred(bytes.span) == .gzip) == expected)
    }

    @Test(arguments: [
        ("zstd", ContentCoding.zstd), ("gzip, deflate, br, zstd", .zstd), ("ZSTD;q=0.5, gzip;q=0.5", .zstd),
        ("*, zstd", .zstd),
        ("gzip, zstd;q=0.9", .gzip), ("zstd;q=0, gzip", .gzip), ("*", .gzip), ("zstd;q=0", nil),
        ("identity, zstd;q=0.5", nil),
    ])
    func zstdIsForWhoeverNamesIt(field: String, expected: ContentCoding?) {
        let bytes = Array(field.utf8)
        #expect(AcceptEncoding.preferred(bytes.span) == expected)
    }
}
