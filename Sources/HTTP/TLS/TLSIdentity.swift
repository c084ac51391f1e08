import Synchronization

/// The certificate in use, which can be exchanged while connections go on with the one they began with.
final class TLSIdentity: Sendable {
    private let files: TLSFiles
    private let current: Mutex<TLSContext>

    init(_ files: TLSFiles) throws(TLSError) {
        self.files = files
        current = Mutex(try TLSContext(files))
    }

    func reload() throws(TLSError) {
        let fresh = try TLSContext(files)
        current.withLock { $0 = fresh }
    }

    func newSession(_ descriptor: Int32) -> TLSSession? { current.withLock { $0 }.newSession(descriptor) }
}
