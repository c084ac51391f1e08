import DaybookCore
import Reactor
import Synchronization
import TestWire
import Testing

@testable import DaybookLedger

/// Whoever asks for much at once waits in a queue of its own.
@Suite struct AccountGateTests {
    private let busy = Identifier(high: 1, low: 1)
    private let other = Identifier(high: 1, low: 2)

    /// What is inside stays there until it is let out.
    private final class Room: Sendable {
        private let state = Mutex((inside: 0, most: 0, done: 0, isOpen: false))
        var inside: Int { state.withLock { $0.inside } }
        var most: Int { state.withLock { $0.most } }
        var done: Int { state.withLock { $0.done } }

        func open() { state.withLock { $0.isOpen = true } }

        func stay() async {
            state.withLock { state in
                state.inside += 1
                state.most = max(state.most, state.inside)
            }
            await eventually { state.withLock { $0.isOpen } }
            state.withLock { state in
                state.inside -= 1
                state.done += 1
            }
        }
    }

    @Test func aFewOfAnAccountGoAtOnce() async throws {
        let (gate, room) = (AccountGate(atOnce: 4), Room())
        let crowd = Task { try await atOnce(0..<50) { _ in try await gate.inTurn(of: busy) { await room.stay() } } }
        await eventually { room.inside == 4 }
        // Nobody else waits for them.
        #expect(try await gate.inTurn(of: other) { gate.busy } == 2)
        room.open()
        _ = try await crowd.value
        #expect(room.done == 50 && room.most == 4 && gate.busy == 0)
    }

    @Test func whoeverGivesUpLeavesTheQueue() async throws {
        let (gate, room) = (AccountGate(), Room())
        let first = Task { try await gate.inTurn(of: busy) { await room.stay() } }
        await eventually { room.inside == 1 }
        let second = Task { try await gate.inTurn(of: busy) { await room.stay() } }
        second.cancel()
        await #expect(throws: (any Error).self) { try await second.value }
        room.open()
        try await first.value
        #expect(room.done == 1 && gate.busy == 0)
    }

    /// What takes its time, a statement behind somebody's lock perhaps, holds the others up for a moment only.
    @Test func oneMoreIsLetInBesideThoseWhoTakeTheirTime() async throws {
        let reactors = try ReactorGroup(count: 1)
        defer { reactors.stop() }
        let (gate, room) = (AccountGate(atOnce: 2, patience: .milliseconds(1)), Room())
        let crowd = Task {
            try await atOnce(0..<10, on: reactors.reactors[0]) { _ in
                try await gate.inTurn(of: busy) { await room.stay() }
            }
        }
        await eventually { room.inside == 10 }
        room.open()
        _ = try await crowd.value
        #expect(room.done == 10 && gate.busy == 0)
    }
}
