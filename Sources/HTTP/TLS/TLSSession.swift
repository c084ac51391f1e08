import COpenSSL
import Glibc

/// One connection's TLS, over its non-blocking descriptor. Belongs to its connection and is used on its reactor's
/// thread only; the pointer never leaves this class.
///
/// OpenSSL writes with write(2), which may raise SIGPIPE; reactor threads have every signal blocked, so it stays an
/// error.
final class TLSSession {
    enum Received {
        case bytes(Int)
        case blocked(needsWrite: Bool)
        case ended
        case failed
    }

    private let session: OpaquePointer

    init(_ session: OpaquePointer) { self.session = session }

    deinit { SSL_free(session) }

    enum Handshake {
        case done
        case blocked(needsWrite: Bool)
        case failed
    }

    func handshake() -> Handshake {
        ERR_clear_error()
        let result = SSL_do_handshake(session)
        if result == 1 { return .done }
        switch SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return .blocked(needsWrite: false)
        case SSL_ERROR_WANT_WRITE: return .blocked(needsWrite: true)
        default: return .failed
        }
    }

    func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Received {
        ERR_clear_error()
        let count = SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count))
        if count > 0 { return .bytes(Int(count)) }
        switch SSL_get_error(session, count) {
        case SSL_ERROR_WANT_READ: return .blocked(needsWrite: false)
        case SSL_ERROR_WANT_WRITE: return .blocked(needsWrite: true)
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed
        }
    }

    /// Decrypted bytes, or a record not yet decrypted, that the descriptor no longer shows.
    var holdsMore: Bool { SSL_has_pending(session) == 1 }

    /// Like send(2): the number of bytes taken, or -1 with errno set.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        var sent = 0
        while sent < bytes.count, let base = bytes.baseAddress {
            ERR_clear_error()
            let count = SSL_write(session, base + sent, Int32(clamping: bytes.count - sent))
            if count > 0 {
                sent += Int(count)
                continue
            }
            switch SSL_get_error(session, count) {
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
                if sent > 0 { return sent }
                errno = EAGAIN
                return -1
            default:
                errno = EPIPE
                return -1
            }
        }
        return sent
    }

    /// Tells the client, without waiting, that nothing more will come.
    func sayGoodbye() {
        ERR_clear_error()
        SSL_shutdown(session)
        ERR_clear_error()
    }
}
