import CLinux
import Reactor

/// Gives memory back to the system that a burst of work left free. The allocator keeps what was freed below something that is
/// still in use, and gives it back only where it is told to.
enum MemoryReturn {
    private static let pause = Duration.seconds(5)
    /// Less than this is soon needed again.
    private static let worthIt = 16 << 20

    @Sendable static func run() async {
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
