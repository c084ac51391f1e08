import CLinux
import Glibc

/// A thread that no signal ever interrupts: signals are the main thread's business.
package enum QuietThread {
    /// - Parameter body: takes `context` over where a thread begins.
    /// - Returns: the thread, or the code of what stood in the way.
    package static func start(
        _ context: UnsafeMutableRawPointer?,
        _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) -> (thread: pthread_t, status: Int32) {
        var thread = pthread_t()
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        let status = pthread_create(&thread, nil, body, context)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        return (thread, status)
    }

    /// - Parameter name: as tools that list threads show it; up to 15 characters.
    package static func name(_ thread: pthread_t, _ name: String) { pthread_setname_np(thread, name) }
}
