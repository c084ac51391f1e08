import CLinux
import Glibc

/// A thread that no signal ever interrupts: signals are the main thread's business.
package enum QuietThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Parameter stack: how large its stack is, where that is not as usual.
    /// - Returns: the thread, or the code of what stood in the way.
    package static func start(
        stack: Int? = nil, _ body: @escaping @Sendable () -> Void
    ) -> (thread: pthread_t, status: Int32) {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stack { pthread_attr_setstacksize(&attributes, stack) }
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        let context = Unmanaged.passRetained(Body(body))
        let begin: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        let status = pthread_create(&thread, &attributes, begin, context.toOpaque())
        if status != 0 { context.release() }
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        return (thread, status)
    }

    /// Runs something that blocks, on a small thread that ends with it; false if there is none to be had.
    package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        let (thread, status) = start(stack: 512 << 10, body)
        if status == 0 { pthread_detach(thread) }
        return status == 0
    }

    /// - Parameter name: as tools that list threads show it; up to 15 characters.
    package static func name(_ thread: pthread_t, _ name: String) { pthread_setname_np(thread, name) }
}
