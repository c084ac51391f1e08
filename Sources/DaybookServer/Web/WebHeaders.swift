import HTTP

extension Response {
    /// The same answer as a part of the web app: nothing of it runs, loads, frames or is framed but what is this
    /// server's own, and no text becomes markup or a script's address (docs/run/security.md).
    ///
    /// A worker has the policy of its own script's answer, so every file has these.
    func ofWebApp() -> Response {
        var response = self
        response.fields.append(Self.webAppFields)
        return response
    }

    static let webAppPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types daybook",
    ].joined(separator: "; ")

    private static let webAppFields: ResponseFields = [
        "content-security-policy": webAppPolicy,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    ]
}
