import DaybookAccounts
import DaybookCore
import DaybookHost
import Notifying

/// The operator's file of what it takes to send mail and to reach Apple's devices, JSON:
///
///     {"contact": "mailto:you@example.org",
///      "mail": {"server": "smtps://mail.example.org:465", "user": "daybook", "passwordFile": "mail.password",
///               "from": "daybook@example.org", "fromName": "Daybook"},
///      "apns": {"team": "ABCDE12345", "key": "XYZ9876543", "keyFile": "AuthKey_XYZ9876543.p8"}}
///
/// Secrets stand in files of their own, named relative to this one.
struct NotificationsFile {
    /// Where the people of a push service find whoever runs this server.
    var contact: String?
    var mail: MailServer?
    var apns: (key: SigningKey, id: String, team: String)?

    init() {}

    init(_ path: String) throws(ProviderFileError) {
        do throws(ProviderFileError) {
            var object = try FileObject(try ProviderFile.document(path), at: "the file")
            contact = try object.textIfThere("contact")
            if var mail = try object.objectIfThere("mail") { self.mail = try Self.mailServer(&mail, path) }
            if var apns = try object.objectIfThere("apns") {
                let (team, id) = (try apns.text("team"), try apns.text("key"))
                guard let key = SigningKey(pem: try ProviderFile.contents(try apns.text("keyFile"), beside: path))
                else {
                    throw apns.complaint("keyFile", "is no private key of Apple's")
                }
                self.apns = (key, id, team)
                try apns.end()
            }
            try object.end()
        } catch {
            throw ProviderFileError("\(path): \(error.sentence)")
        }
    }

    private static func mailServer(_ object: inout FileObject, _ path: String) throws(ProviderFileError) -> MailServer {
        guard let from = EmailAddress(try object.text("from")) else {
            throw object.complaint("from", "is no email address")
        }
        var server = MailServer(
            address: try object.text("server"), from: from, fromName: try object.textIfThere("fromName") ?? "Daybook")
        guard server.address.hasPrefix("smtp://") || server.address.hasPrefix("smtps://") else {
            throw object.complaint("server", "begins with smtp:// or smtps://")
        }
        server.user = try object.textIfThere("user")
        if let name = try object.textIfThere("passwordFile") {
            let bytes = try ProviderFile.contents(name, beside: path)
            server.password = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        }
        // Only a server on the same machine may go without.
        if let tls = try object.textIfThere("tls") {
            guard tls == "none" else { throw object.complaint("tls", "may only be none") }
            server.needsTLS = false
        }
        try object.end()
        return server
    }
}
