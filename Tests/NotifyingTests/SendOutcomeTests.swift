import Testing

@testable import Notifying

@Suite struct SendOutcomeTests {
    static let now = 784_111_777  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [
        ("0", 0), ("120", 120), ("86401", 86_400), ("99999999999999999999", 86_400),
        ("Sun, 06 Nov 1994 08:51:37 GMT", 120), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
        ("Tue, 06 Nov 2040 08:49:37 GMT", 86_400),
    ])
    func aWaitIsReadAndBounded(field: String, seconds: Int) {
        #expect(SendOutcome.wait(field, now: Self.now) == seconds)
    }

    @Test(arguments: ["", "soon", "-1", "1.5", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, x Nov 1994 08:49:37 GMT"])
    func whatIsNoWaitIsNone(field: String) { #expect(SendOutcome.wait(field, now: Self.now) == nil) }
}
