/// A request on a connection of its own, as text.
///
/// - Parameters:
///   - fields: lines, each with its end.
///   - type: what a body is; nil where the fields say it, or nobody does.
public func requestText(
    _ method: String, _ path: String, host: String = "test", token: String? = nil, fields: String = "",
    type: String? = "application/json", _ body: String? = nil
) -> String {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(fields)"
    if let token { text += "Authorization: Bearer \(token)\r\n" }
    if let body {
        if let type { text += "Content-Type: \(type)\r\n" }
        text += "Content-Length: \(body.utf8.count)\r\n"
    }
    return text + "\r\n" + (body ?? "")
}
