import CCurl

extension WebExchange {
    func prepare(_ mail: WebMail) {
        self.mail = MailProgress(content: mail.content)
        set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        set(CURLOPT_USE_SSL, mail.needsTLS ? Int(CURLUSESSL_ALL.rawValue) : Int(CURLUSESSL_NONE.rawValue))
        if let user = mail.user { set(CURLOPT_USERNAME, user) }
        if let password = mail.password { set(CURLOPT_PASSWORD, password) }
        set(CURLOPT_MAIL_FROM, "<\(mail.sender)>")
        lines = ccurl_list_add(lines, "<\(mail.recipient)>")
        ccurl_set_pointer(easy, CURLOPT_MAIL_RCPT, lines)
        set(CURLOPT_UPLOAD, 1)
        set(CURLOPT_INFILESIZE, mail.content.count)
        ccurl_set_pointer(easy, CURLOPT_READDATA, context)
        ccurl_set_receiver(easy, CURLOPT_READFUNCTION) { room, size, count, context in
            let room = UnsafeMutableRawBufferPointer(start: room, count: size * count)
            return WebExchange.of(context)?.mail?.give(to: room) ?? 0
        }
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            guard let exchange = WebExchange.of(context), exchange.takeRoom(for: line.count) else { return 0 }
            exchange.mail?.heard(String(decoding: line, as: UTF8.self))
            return line.count
        }
        // The only way to know what an answer is to.
        set(CURLOPT_VERBOSE, 1)
        ccurl_set_pointer(easy, CURLOPT_DEBUGDATA, context)
        ccurl_set_listener(easy) { _, kind, bytes, count, context in
            guard kind == CURLINFO_HEADER_OUT else { return 0 }
            // As much of a line as names its command, and nothing of a password.
            let line = UnsafeRawBufferPointer(start: bytes, count: min(count, 5))
            WebExchange.of(context)?.mail?.said(String(decoding: line, as: UTF8.self))
            return 0
        }
    }
}
