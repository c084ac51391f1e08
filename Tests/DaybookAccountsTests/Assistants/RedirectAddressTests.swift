import Testing

@testable import DaybookAccounts

struct RedirectAddressTests {
    @Test(arguments: [
        ("http://127.0.0.1/cb", "http://127.0.0.1:4711/cb"), ("http://localhost:1/cb", "http://localhost:65535/cb"),
        ("http://[::1]:8080/cb?x=1", "http://[::1]/cb?x=1"), ("https://a.example/cb", "https://a.example/cb"),
        ("http://localhost", "http://localhost:3000"),
    ])
    func aPortOfThisMachineMayChange(_ registered: String, _ wanted: String) throws {
        let (registered, wanted) = (try #require(RedirectAddress(registered)), try #require(RedirectAddress(wanted)))
        #expect(registered.admits(wanted))
    }

    @Test(arguments: [
        ("http://127.0.0.1/cb", "http://127.0.0.1/cc"), ("http://127.0.0.1/cb", "http://localhost/cb"),
        ("http://127.0.0.1/cb", "https://127.0.0.1/cb"), ("https://a.example/cb", "https://a.example:444/cb"),
        ("https://localhost:1/cb", "https://localhost:2/cb"), ("https://a.example/cb", "https://a.example/cb?x"),
        ("https://a.example/cb", "https://a.example/CB"), ("http://[::1]/cb", "http://127.0.0.1/cb"),
        ("http://localhost:1/8", "http://localhost:1/9"),
    ])
    func nothingElseMay(_ registered: String, _ wanted: String) throws {
        let (registered, wanted) = (try #require(RedirectAddress(registered)), try #require(RedirectAddress(wanted)))
        #expect(!registered.admits(wanted) && !wanted.admits(registered))
    }

    @Test(arguments: [
        "http://a.example/", "ftp://a.example/", "cursor://callback", "https://", "https://a.example/#x",
        "https://u@a.example/", "https://a.example:0/", "http://127.0.0.1.example/", "http://localhost.example/",
        "//a.example/", "https://a.example/ x", "https://a.example/\\x", "",
    ])
    func otherAddressesAreNone(_ text: String) { #expect(RedirectAddress(text) == nil) }
}
