import Glibc

/// A notification as a message: its text in plain and as a modest page.
struct EmailMessage {
    let notification: Notification
    let from: EmailAddress
    let fromName: String
    let recipient: EmailRecipient
    let now: Int

    var bytes: [UInt8] {
        let boundary = "part-" + Hex.encode(Array(Digest.sha256("boundary \(notification.id)").prefix(16)))
        var lines = fields
        lines += ["Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"", ""]
        for (type, text) in [("plain", plain), ("html", page)] {
            lines += [
                "--\(boundary)", "Content-Type: text/\(type); charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", EmailText.quotedPrintable(text),
            ]
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private var fields: [String] {
        var lines = [
            "Date: \(Self.date(now))", "From: \(EmailText.phrase(fromName)) <\(from.text)>",
            "To: <\(recipient.address.text)>", "Message-ID: <\(messageID)@\(from.domain)>",
            "Subject: \(EmailText.field(notification.title.cut(toBytes: 500)))", "Auto-Submitted: auto-generated",
        ]
        if let address = recipient.unsubscribe,
            address.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x3C && $0 != 0x3E })
        {
            let isShort = address.utf8.count <= 55
            lines.append("List-Unsubscribe:\(isShort ? "" : "\r\n") <\(address)>")
            // RFC 8058: a mail program unsubscribes with one POST, and only over HTTPS.
            if address.hasPrefix("https://") { lines.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click") }
        }
        return lines + ["MIME-Version: 1.0"]
    }

    /// The same each time that the message is sent.
    private var messageID: String { PlainName.of(notification.id, upTo: 64) }

    private var plain: String {
        var parts = [notification.title]
        if !notification.body.isEmpty { parts.append(notification.body) }
        if let link = notification.link { parts.append(link) }
        parts += notification.actions.map { "\($0.title): \($0.address)" }
        return parts.map(Self.readable).joined(separator: "\n\n") + "\n"
    }

    private var page: String {
        let title = EmailText.html(Self.readable(notification.title))
        let heading = notification.link.map { "<a href=\"\(EmailText.html($0))\">\(title)</a>" } ?? title
        var parts = ["<p><strong>\(heading)</strong></p>"]
        if !notification.body.isEmpty {
            let text = EmailText.html(Self.readable(notification.body)).replacing("\n", with: "<br>\n")
            parts.append("<p>\(text)</p>")
        }
        if !notification.actions.isEmpty {
            let links = notification.actions.map {
                "<a href=\"\(EmailText.html($0.address))\">\(EmailText.html($0.title))</a>"
            }
            parts.append("<p>\(links.joined(separator: " &middot;\n"))</p>")
        }
        let body = parts.joined(separator: "\n")
        return "<!DOCTYPE html>\n<html><body style=\"font-family: sans-serif\">\n\(body)\n</body></html>\n"
    }

    /// Without what has no form: a bell, an escape, a null.
    private static func readable(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t" })
    }

    private static func date(_ now: Int) -> String {
        var instant = time_t(now)
        var parts = tm()
        gmtime_r(&instant, &parts)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
        let month = SendOutcome.months[Int(parts.tm_mon)]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(day), \(parts.tm_mday) \(month) \(parts.tm_year + 1900) \(clock.joined(separator: ":")) +0000"
    }
}
