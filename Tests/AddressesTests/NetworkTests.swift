import Addresses
import Testing

@Suite struct NetworkTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.8", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false), ("::/0", "2001::1", true),
        ("::1", "::1", true), ("::1/128", "::2", false), ("fe80::/10", "febf::1", true),
        ("fe80::/10", "fec0::1", false),
        ("2001:db8:0:0:8000::/65", "2001:db8::8000:0:0:1", true), ("2001:db8:0:0:8000::/65", "2001:db8::1", false),
        // A dual-stack listener sees IPv4 peers mapped into IPv6.
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("192.168.1.128/25", "192.168.1.127", false),
    ])
    func aNetworkKnowsItsAddresses(network: String, address: String, expected: Bool) throws {
        #expect(try #require(Network(network)).contains(try #require(IPAddress(address))) == expected)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "10.0.0/8", "::1/129", "::1/127",
        "proxy.example",
        "10.0.0.0/8/8", "[::1]",
    ])
    func whatIsNoNetworkIsNotRead(text: String) { #expect(Network(text) == nil) }
}
