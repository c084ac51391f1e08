import COpenSSL

/// One certificate with its key, ready to serve; freed when the last session made from it has ended.
///
/// `@unchecked Sendable` is safe because OpenSSL counts references to an SSL_CTX atomically and nothing changes it once
/// it is made.
final class TLSContext: @unchecked Sendable {
    private let context: OpaquePointer

    // Macros Swift does not see.
    private static let noCompression: UInt64 = 1 << 17
    private static let noRenegotiation: UInt64 = 1 << 30
    private static let ignoreUnexpectedEnd: UInt64 = 1 << 7
    private static let partialWrites = 1
    private static let movingWriteBuffer = 2
    private static let releaseBuffers = 16

    init(_ files: TLSFiles) throws(TLSError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw TLSError.latest("SSL_CTX_new") }
        self.context = context
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        // Requests are framed by their length, so a connection cut without a goodbye cannot pass for a complete one.
        SSL_CTX_set_options(context, Self.noCompression | Self.noRenegotiation | Self.ignoreUnexpectedEnd)
        // An idle session gives its buffers back: 34 KiB less each.
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Self.partialWrites | Self.movingWriteBuffer | Self.releaseBuffers, nil)
        // Sessions resume by tickets, which the client keeps.
        SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        // An encrypted key fails instead of asking the terminal.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
        SSL_CTX_set_alpn_select_cb(context, selectHTTP11, nil)
        guard SSL_CTX_use_certificate_chain_file(context, files.certificateChain) == 1 else {
            throw TLSError.latest(files.certificateChain)
        }
        guard SSL_CTX_use_PrivateKey_file(context, files.privateKey, SSL_FILETYPE_PEM) == 1 else {
            throw TLSError.latest(files.privateKey)
        }
        guard SSL_CTX_check_private_key(context) == 1 else { throw TLSError.latest(files.privateKey) }
    }

    deinit { SSL_CTX_free(context) }

    func newSession(_ descriptor: Int32) -> TLSSession? {
        guard let session = SSL_new(context) else { return nil }
        guard SSL_set_fd(session, descriptor) == 1 else {
            SSL_free(session)
            return nil
        }
        SSL_set_accept_state(session)
        return TLSSession(session)
    }
}

/// A client that offers protocols must offer ours; one that offers none gets it.
private func selectHTTP11(
    _: OpaquePointer?, selected: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    selectedLength: UnsafeMutablePointer<UInt8>?, offered: UnsafePointer<UInt8>?, offeredLength: UInt32,
    _: UnsafeMutableRawPointer?
) -> Int32 {
    guard let offered, let selected, let selectedLength else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    let wanted: StaticString = "http/1.1"
    var position = 0
    let end = Int(offeredLength)
    while position < end {
        let length = Int(offered[position])
        guard position + 1 + length <= end else { break }
        let name = UnsafeBufferPointer(start: offered + position + 1, count: length)
        if name.elementsEqual(UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)) {
            selected.pointee = offered + position + 1
            selectedLength.pointee = UInt8(length)
            return SSL_TLSEXT_ERR_OK
        }
        position += 1 + length
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Why certificate or key cannot be used.
struct TLSError: Error {
    let reason: String

    /// OpenSSL's last error, and what it was about.
    static func latest(_ subject: String) -> TLSError {
        let code = ERR_peek_error()
        defer { ERR_clear_error() }
        guard code != 0, let reason = ERR_reason_error_string(code) else {
            return TLSError(reason: "\(subject): not usable")
        }
        return TLSError(reason: "\(subject): \(String(cString: reason))")
    }
}
