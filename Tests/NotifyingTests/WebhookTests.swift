import Testing

@testable import Notifying

@Suite struct WebhookTests {
    /// The example of the specification's libraries.
    @Test func theSpecificationsExampleIsSignedAsItSays() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func aSecretIsReadAsItIsWritten() {
        let secret = WebhookSecret()
        #expect(WebhookSecret(secret.text) == secret)
        #expect(secret != WebhookSecret())
    }

    @Test(arguments: ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8G", "whsec_!!!!"])
    func whatIsNoSecretIsNotRead(text: String) { #expect(WebhookSecret(text) == nil) }
}
