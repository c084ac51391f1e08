import Addresses
import HTTP
import Testing

@testable import DaybookCalDAV

@Suite struct DiscoveryTests {
    @Test func aPlaceTellsWhatItAnswers() {
        let answer = AddressKind.object.options
        #expect(answer.status == .ok)
        #expect(answer.fields["dav"] == "1, 3, access-control, calendar-access, extended-mkcol")
        #expect(answer.fields["allow"]?.contains("PUT") == true)
        #expect(AddressKind.principal.options.fields["allow"] == "OPTIONS, PROPFIND, PROPPATCH, REPORT")
    }

    @Test func aPasswordIsNotTakenWhereOthersListen() {
        let far = SocketAddress(address: IPAddress("192.0.2.7") ?? .loopback, port: 1)
        func refusal(_ fields: KeyValuePairs<String, String>, from peer: SocketAddress, allowed: Bool = false)
            -> Response?
        {
            PlainPassword.refusal(of: Request("PROPFIND", "/dav/", fields: fields, peer: peer), isAllowed: allowed)
        }
        #expect(refusal(["authorization": "Basic eDp5"], from: far)?.status == .forbidden)
        #expect(refusal([:], from: far)?.status == .forbidden)
        #expect(refusal(["authorization": "Bearer x"], from: far) == nil)
        #expect(refusal(["authorization": "Basic eDp5"], from: far, allowed: true) == nil)
        #expect(refusal(["authorization": "Basic eDp5"], from: SocketAddress(address: .loopback, port: 1)) == nil)
    }
}
