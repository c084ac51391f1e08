import COpenSSL

/// Answers 304 without content to a client that holds the current state (RFC 9110, 13.2.2), for GET and HEAD answers
/// with status 200. A tag the handler set is used; an answer without one gets the hash of its content, which saves the
/// transfer though not the work. Streamed answers, those that say `no-store`, and those so short that a 304 is hardly
/// shorter stay without.
public func conditionalAnswers(hashing minimum: Int = 512) -> Middleware {
    { request, handler in
        var response = try await handler(request)
        guard request.method == .get || request.method == .head, response.status == .ok else { return response }
        if response.fields["etag"] == nil {
            guard case .bytes(let bytes) = response.body, bytes.count >= minimum,
                response.fields["cache-control"]?.contains("no-store") != true
            else { return response }
            response.fields.add("etag", EntityTag(content: bytes).description)
        }
        guard let tag = response.fields["etag"].flatMap({ EntityTag(field: $0) }), let held = request.heldForm(of: tag)
        else {
            return response
        }
        return response.notModified(as: held)
    }
}

extension Response {
    /// 304, where nothing but the tag was ever asked for.
    public static func notModified(as tag: EntityTag) -> Response {
        var response = Response(.notModified)
        response.fields["etag"] = tag.description
        return response
    }

    /// The answer 304 with the fields that a client with a copy needs: how long it may keep the copy and what the copy
    /// depends on.
    func notModified(as tag: EntityTag) -> Response {
        var fields = fields
        for name in ["content-type", "content-encoding", "content-language", "content-range", "last-modified"] {
            fields.remove(name)
        }
        fields["etag"] = tag.description
        return Response(.notModified, fields: fields)
    }
}

extension EntityTag {
    /// The first 128 bits of the content's SHA-256: equal on every process that might answer the next request.
    public init(content: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_Digest(content, content.count, &digest, nil, EVP_sha256(), nil)
        let digits = Array("0123456789abcdef".utf8)
        let text = digest.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        self.init(checked: String(decoding: text, as: UTF8.self))
    }
}
