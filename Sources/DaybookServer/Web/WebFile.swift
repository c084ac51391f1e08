import HTTP

/// A file of the web app, in the forms in which it travels.
struct WebFile: Sendable {
    let type: ContentType
    /// Its name says what is in it, so whoever has it never needs to ask again.
    let isImmutable: Bool
    /// As it is, and coded where `make web` found that worth it.
    private(set) var plain: Form
    private(set) var brotli: Form?
    private(set) var gzip: Form?

    struct Form: Sendable {
        let bytes: [UInt8]
        let tag: EntityTag

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            tag = EntityTag(content: bytes)
        }
    }

    init(_ path: String, _ bytes: [UInt8], brotli: [UInt8]? = nil, gzip: [UInt8]? = nil) {
        type = Self.type(of: path)
        isImmutable = path.hasPrefix("a/")
        plain = Form(bytes)
        self.brotli = brotli.map(Form.init)
        self.gzip = gzip.map(Form.init)
    }

    /// The smallest form that the client takes.
    func answer(to request: Request) -> Response {
        var (form, coding) = (plain, String?.none)
        if let brotli, request.fields.takesCoding("br") {
            (form, coding) = (brotli, "br")
        } else if let gzip, request.fields.takesCoding("gzip") {
            (form, coding) = (gzip, "gzip")
        }
        var response = Response(.ok, type: type, form.bytes)
        response.fields["etag"] = form.tag.description
        response.fields["cache-control"] = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        if let coding { response.fields["content-encoding"] = coding }
        if brotli != nil || gzip != nil { response.fields["vary"] = "accept-encoding" }
        return response
    }

    private static func type(of path: String) -> ContentType {
        switch path.split(separator: ".").last {
        case "html": .html
        case "js": ContentType("text/javascript; charset=utf-8")
        case "css": ContentType("text/css; charset=utf-8")
        case "wasm": ContentType("application/wasm")
        case "webmanifest": ContentType("application/manifest+json")
        case "json": .json
        case "png": ContentType("image/png")
        case "svg": ContentType("image/svg+xml")
        default: .text
        }
    }
}
