/// How the content of an answer is delimited.
enum AnswerFraming: Equatable {
    /// No content and no length: 1xx, 204, 304.
    case none
    case length(Int)
    case chunked
    /// Until the connection ends: streams to HTTP/1.0 clients.
    case untilClose
}

extension OutputBuffer {
    /// Writes status line and fields.
    func appendHead(
        _ response: Response, framing: AnswerFraming, date: [UInt8], standing: ResponseFields, closes: Bool,
        keepsAliveHTTP10: Bool
    ) {
        appendStatusLine(response.status)
        append(date)
        append(standing.lines)
        append(response.fields.lines)
        switch framing {
        case .none, .untilClose: break
        case .length(let length):
            append("content-length: ")
            append(length)
            append("\r\n")
        case .chunked: append("transfer-encoding: chunked\r\n")
        }
        if closes {
            append("connection: close\r\n")
        } else if keepsAliveHTTP10 {
            append("connection: keep-alive\r\n")
        }
        append("\r\n")
    }

    private func appendStatusLine(_ status: Status) {
        switch status.code {
        case 200: append("HTTP/1.1 200 OK\r\n")
        case 201: append("HTTP/1.1 201 Created\r\n")
        case 204: append("HTTP/1.1 204 No Content\r\n")
        case 304: append("HTTP/1.1 304 Not Modified\r\n")
        default:
            append("HTTP/1.1 ")
            append(Int(status.code))
            append(" ")
            append(text: status.reason)
            append("\r\n")
        }
    }
}
