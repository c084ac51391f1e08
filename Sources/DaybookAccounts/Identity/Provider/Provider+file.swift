import DaybookHost

extension Provider {
    /// - Parameter read: the content of a file that the entry names.
    init(
        _ entry: FileObject, read: (String) throws(ProviderFileError) -> [UInt8]
    ) throws(ProviderFileError) {
        var entry = entry
        name = try entry.text("name")
        guard 1...32 ~= name.utf8.count, name.utf8.allSatisfy(Self.isNameByte) else {
            throw entry.complaint("name", "expected up to 32 lower-case letters, digits and hyphens")
        }
        title = try entry.textIfThere("title") ?? (name == "apple" ? "Apple" : name)
        clientID = try entry.text("clientId")
        audiences = [clientID] + (try entry.texts("audiences"))
        let apple = try entry.objectIfThere("apple")
        let issuer = try entry.textIfThere("issuer") ?? (apple == nil ? "" : Self.appleIssuer)
        guard let address = WebAddress(issuer) else {
            throw entry.complaint("issuer", "expected the https address of the provider")
        }
        self.issuer = address
        if var apple {
            guard try entry.textIfThere("clientSecretFile") == nil else {
                throw entry.complaint("clientSecretFile", "has no place beside apple")
            }
            credentials = .apple(try AppleKey(&apple, read: read))
        } else if let file = try entry.textIfThere("clientSecretFile") {
            let secret = String(decoding: try read(file), as: UTF8.self).trimmingSpaces()
            guard !secret.isEmpty else { throw entry.complaint("clientSecretFile", "is empty") }
            credentials = .secret(String(secret))
        } else {
            credentials = .none
        }
        try entry.end()
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x2D
    }
}

extension AppleKey {
    fileprivate init(
        _ entry: inout FileObject, read: (String) throws(ProviderFileError) -> [UInt8]
    ) throws(ProviderFileError) {
        team = try entry.text("team")
        name = try entry.text("key")
        pem = try read(try entry.text("keyFile"))
        guard Signatures.sign([], withPEM: pem, .es256) != nil else {
            throw entry.complaint("keyFile", "holds no private key of the curve P-256 without a password")
        }
        try entry.end()
    }
}
