import Foundation
import Synchronization
import TestWire

/// Where something of the tests listens, on the loopback address or a socket of a folder. Whoever comes is served on a
/// thread of its own.
final class Door: Sendable {
    /// Zero for a socket of a folder.
    let port: UInt16
    private let listener: Int32
    private let isOpen = Mutex(true)

    init?(at path: String? = nil) {
        let listener = path.map(Self.listening(at:)) ?? Self.listening()
        guard listener >= 0 else { return nil }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        if path == nil {
            _ = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    private static func listening() -> Int32 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 && listen(listener, 256) == 0
            }
        }
        return isBound ? listener : -1
    }

    private static func listening(at path: String) -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isBound = withAddress(of: path) { bind(listener, $0, $1) == 0 && listen(listener, 256) == 0 }
        return isBound ? listener : -1
    }

    /// A connection to a socket of a folder.
    static func wire(to path: String) -> Wire? {
        let wire = Wire(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        return withAddress(of: path) { connect(wire.descriptor, $0, $1) == 0 } ? wire : nil
    }

    private static func withAddress(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    func open(_ serve: @escaping @Sendable (Wire) -> Void) {
        Thread {
            while self.isOpen.withLock({ $0 }) {
                let descriptor = accept(self.listener, nil, nil)
                guard descriptor >= 0 else { continue }
                let client = Wire(descriptor)
                Thread { serve(client) }.start()
            }
            // Who accepts closes the socket: its number could be another's while somebody still accepts on it.
            Glibc.close(self.listener)
        }.start()
    }

    func close() {
        isOpen.withLock { $0 = false }
        shutdown(listener, Int32(SHUT_RDWR))
    }
}
