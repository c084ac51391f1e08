import DaybookCore

/// What `navigator.credentials` answers, as browsers write it in JSON (`toJSON()`, WebAuthn 5.1). Members that are not
/// needed here are passed over, since browsers add some.
extension JSONReader {
    mutating func readPasskeyRegistration() throws(WireError) -> PasskeyRegistration {
        let start = offset
        let response = try readValue()["response"]
        guard let clientData = response?.bytes("clientDataJSON", atMost: ClientData.longest),
            let object = response?.bytes("attestationObject", atMost: PasskeyRegistration.longest)
        else { throw unacceptable(.form, at: start, expected: "a new public-key credential, as browsers write it") }
        return PasskeyRegistration(clientData: clientData, attestationObject: object)
    }

    mutating func readPasskeyAssertion() throws(WireError) -> PasskeyAssertion {
        let start = offset
        let value = try readValue()
        let response = value["response"]
        guard let credential = value.bytes("id", atMost: AuthenticatorData.longestID),
            let clientData = response?.bytes("clientDataJSON", atMost: ClientData.longest),
            let data = response?.bytes("authenticatorData", atMost: PasskeyRegistration.longest),
            let signature = response?.bytes("signature", atMost: 1024)
        else { throw unacceptable(.form, at: start, expected: "a public-key credential, as browsers write it") }
        return PasskeyAssertion(
            credential: credential, owner: response?.bytes("userHandle", atMost: 64), clientData: clientData,
            authenticatorData: data, signature: signature)
    }
}

extension JSONValue {
    fileprivate func bytes(_ name: String, atMost most: Int) -> [UInt8]? {
        guard let text = text(name), text.utf8.count <= (most * 4 + 2) / 3 else { return nil }
        return Base64URL.decode(text)
    }
}
