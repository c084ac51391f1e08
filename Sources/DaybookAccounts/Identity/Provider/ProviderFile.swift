import DaybookCore
import DaybookHost

/// The operator's file of identity providers, JSON:
///
///     {"providers": [
///         {"name": "home", "title": "Home", "issuer": "https://id.example.org", "clientId": "daybook",
///          "clientSecretFile": "home.secret", "audiences": ["org.example.todo"]},
///         {"name": "apple", "clientId": "org.example.todo.web", "audiences": ["org.example.todo"],
///          "apple": {"team": "ABCDE12345", "key": "XYZ9876543", "keyFile": "AuthKey_XYZ9876543.p8"}}],
///      "returnTo": ["todo://signed-in"]}
///
/// Secrets stand in files of their own, named relative to this one.
package struct ProviderFile: Sendable {
    package var providers: [Provider] = []
    /// Where a browser may be sent with the code that completes a sign-in, letter by letter. The loopback addresses of
    /// programs on the user's own machine are always allowed.
    var returnTo: [String] = []

    package init() {}

    package static func load(_ configuration: Configuration) throws(ProviderFileError) -> ProviderFile {
        guard let path = configuration.identityProviders else { return ProviderFile() }
        return try load(path)
    }

    static func load(_ path: String) throws(ProviderFileError) -> ProviderFile {
        var file = ProviderFile()
        do throws(ProviderFileError) {
            var object = try FileObject(try document(path), at: "the file")
            for entry in try object.objects("providers") {
                let provider = try Provider(entry) { name throws(ProviderFileError) in
                    try contents(name, beside: path)
                }
                guard !file.providers.contains(where: { $0.name == provider.name }) else {
                    throw ProviderFileError("two providers are called \(provider.name)")
                }
                file.providers.append(provider)
            }
            file.returnTo = try object.texts("returnTo")
            try object.end()
        } catch {
            throw ProviderFileError("\(path): \(error.sentence)")
        }
        return file
    }

    /// What stands in such a file.
    package static func document(_ path: String) throws(ProviderFileError) -> JSONValue {
        let bytes = try contents(path)
        do throws(WireError) {
            return try JSONValue(json: bytes)
        } catch {
            throw ProviderFileError("\(error)")
        }
    }

    /// What stands in a file that is named in one.
    package static func contents(_ name: String, beside path: String) throws(ProviderFileError) -> [UInt8] {
        try contents(name.hasPrefix("/") ? name : (path.lastIndex(of: "/").map { path[...$0] } ?? "") + name)
    }

    private static func contents(_ path: String) throws(ProviderFileError) -> [UInt8] {
        do throws(FileError) {
            return try Files.read(path, limit: 1 << 20)
        } catch {
            throw ProviderFileError("\(path): \(error.sentence)")
        }
    }
}

/// What is wrong with the file, without anything secret.
package struct ProviderFileError: Error, Equatable, CustomStringConvertible {
    package let sentence: String
    package init(_ sentence: String) { self.sentence = sentence }
    package var description: String { sentence }
}
