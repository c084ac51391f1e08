import HTTP
import Testing

@testable import DaybookHost

@Suite struct GrammarTests {
    @Test(arguments: [
        ("127.0.0.1:8420", "127.0.0.1:8420"), ("localhost:1", "127.0.0.1:1"), ("*:80", "0.0.0.0:80"),
        ("[::1]:8420", "[::1]:8420"), ("[::]:0", "[::]:0"),
    ])
    func addressesAreRead(text: String, shown: String) {
        #expect(ListenAddress(text)?.description == shown)
    }

    @Test(arguments: [
        "", ":8420", "8420", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:8420", "[::1]",
        "[127.0.0.1]:1", "example.org:80", "127.0.0.1:80 ", "300.0.0.1:80", "[::1]x:80",
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(arguments: [
        ("512", 512), ("512B", 512), ("64KiB", 65536), ("1MiB", 1 << 20), ("2GiB", 2 << 30), ("1.5MiB", nil),
        ("MiB", nil), ("-1KiB", nil), ("9999999999999GiB", nil), ("1kb", nil),
    ])
    func sizes(text: String, bytes: Int?) {
        #expect(ByteSize.parse(text) == bytes)
        if let bytes { #expect(ByteSize.parse(ByteSize.show(bytes)) == bytes) }
    }

    @Test(arguments: [
        ("0", Duration.zero), ("500ms", .milliseconds(500)), ("10s", .seconds(10)), ("5m", .seconds(300)),
        ("2h", .seconds(7200)), ("10", nil), ("s", nil), ("-1s", nil), ("30d", .seconds(30 * 86400)), ("1w", nil),
        ("99999999999999999999s", nil),
    ])
    func times(text: String, duration: Duration?) {
        #expect(TimeSpan.parse(text) == duration)
        if let duration { #expect(TimeSpan.parse(TimeSpan.show(duration)) == duration) }
    }

    @Test(arguments: [
        ("postgres://user:s3cr3t@db.example/daybook", "postgres://user:***@db.example/daybook"),
        (
            "postgresql://db/daybook?sslmode=require&password=s3cr3t",
            "postgresql://db/daybook?sslmode=require&password=***"
        ),
        ("postgres://u:s3cr3t@with@host/d", "postgres://u:***@host/d"),
        ("postgres://u:s3/cr3t@host/d", "postgres://u:***@host/d"),
        ("postgres://s3cr3t:s3cr3t", "(hidden)"),
        (
            "postgres://u@h1:5432,[::1]:5433/d?target_session_attrs=read-write",
            "postgres://u@h1:5432,[::1]:5433/d?target_session_attrs=read-write"
        ),
        ("host=/tmp dbname=d password=s3cr3t sslkey=s3cr3t", "host=/tmp dbname=d password=*** sslkey=***"),
        ("host=h password='s3 cr3t'", "(hidden)"),
        ("postgres:///daybook?host=/run/daybook", "postgres:///daybook?host=/run/daybook"),
    ])
    func connectionStringsAreShownWithoutTheirSecrets(text: String, shown: String) {
        #expect(DatabaseURL(text)?.description == shown)
        #expect(DatabaseURL(text)?.connectionString == text)
    }

    @Test func whatIsNoConnectionStringIsRefused() {
        for bad in ["", "daybook", "mysql://a/b", "http://x?a=b"] { #expect(DatabaseURL(bad) == nil, "\(bad)") }
    }

    @Test func misspeltWordsFindTheirNeighbour() {
        #expect(Spelling.nearest(to: "sevre", among: ["serve", "version"]) == "serve")
        #expect(Spelling.nearest(to: "xyzzy", among: ["serve", "version"]) == nil)
        #expect(Spelling.distance(Array("abcd".utf8), Array("acbd".utf8)) == 1)
        #expect(Spelling.distance([], Array("ab".utf8)) == 2)
    }
}
