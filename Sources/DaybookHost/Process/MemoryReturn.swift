import CLinux
import Reactor

/// Gives memory back to the system that a burst of work left free.
///
/// The allocator keeps two things to itself. It gives back memory that was freed below something still in use only when
/// told to. And once it has seen a large block freed, it keeps as much as two of these at the end of every
/// thread's heap, for good: that limit is set to a fixed one.
package enum MemoryReturn {
    /// So much may stay free at the end of a heap.
    private static let mostAtTheEnd: Int32 = 2 << 20
    /// A block of this size has a mapping of its own, which goes when it is freed.
    private static let largeBlock: Int32 = 1 << 20

    /// Done once, before there is work.
    package static func keepLittle() {
        mallopt(M_MMAP_THRESHOLD, largeBlock)
        mallopt(M_TRIM_THRESHOLD, mostAtTheEnd)
    }

    private static let pause = Duration.seconds(5)
    /// Less than this is soon needed again.
    private static let worthIt = 16 << 20

    @Sendable package static func run() async {
        while !Task.isCancelled {
            await Reactor.current?.sleep(for: pause)
            // On a thread of its own: it takes milliseconds.
            await Task.detached { _ = giveBack() }.value
        }
    }

    /// Whether there was anything worth giving back.
    static func giveBack() -> Bool {
        guard mallinfo2().fordblks > worthIt else { return false }
        return malloc_trim(0) != 0
    }
}
