import Foundation
import Glibc
import TestWire
import Testing

@testable import DaybookHost

@Suite struct MemoryReturnTests {
    /// How many of these pages hold memory of the machine.
    private static func resident(_ pages: [UInt]) -> Int {
        var state: UInt8 = 0
        return pages.count { page in
            mincore(UnsafeMutableRawPointer(bitPattern: page), 4096, &state) == 0 && state & 1 == 1
        }
    }

    /// What a burst of work left free goes back, also at the end of a thread's heap and after blocks of many sizes.
    @Test(.proof("it measures memory, which other tests of its process share")) func aBurstLeavesNothing() {
        MemoryReturn.keepLittle()
        // Made before the burst, so that nothing is left behind it.
        let blocks = UnsafeMutableBufferPointer<UInt>.allocate(capacity: 600)
        defer { blocks.deallocate() }
        nonisolated(unsafe) let shared = blocks
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            free(calloc(1, 30 << 20))
            for index in shared.indices { shared[index] = UInt(bitPattern: memset(malloc(60_000), 1, 60_000)) }
            for block in shared { free(UnsafeMutableRawPointer(bitPattern: block)) }
            done.signal()
        }
        thread.start()
        done.wait()
        _ = MemoryReturn.giveBack()
        let pages = blocks.map { ($0 + 4096) & ~4095 }
        #expect(Self.resident(pages) * 60_000 < 4 << 20)
    }
}
