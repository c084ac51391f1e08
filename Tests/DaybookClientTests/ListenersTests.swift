import DaybookCore
import Testing

@testable import DaybookClient

@Suite struct ListenersTests {
    private func change(pending: Int) -> NotebookChange {
        var status = SyncStatus(server: nil, account: .zero, device: .zero)
        status.pending = pending
        return NotebookChange(rows: RowSet(), status: status)
    }

    @Test func everyoneHearsEverythingInItsOrder() async {
        var listeners = Listeners<NotebookChange>()
        #expect(listeners.isEmpty)
        let streams = [listeners.add(1) {}, listeners.add(2) {}]
        #expect(!listeners.isEmpty)
        // Nobody reads yet, and nothing is lost.
        for number in 0..<100 { listeners.tell(change(pending: number)) }
        listeners.finish()
        for stream in streams {
            var heard: [Int] = []
            for await change in stream { heard.append(change.status.pending) }
            #expect(heard == Array(0..<100))
        }
    }

    @Test func whoeverStopsReadingIsToldOfOnce() async {
        var listeners = Listeners<NotebookChange>()
        let (left, end) = AsyncStream<Int>.makeStream()
        let staying = listeners.add(1) {}
        do {
            var reading = listeners.add(2) { end.yield(2) }.makeAsyncIterator()
            listeners.tell(change(pending: 1))
            #expect(await reading.next()?.status.pending == 1)
        }
        var leaving = left.makeAsyncIterator()
        #expect(await leaving.next() == 2)
        listeners.remove(2)
        #expect(!listeners.isEmpty)
        listeners.tell(change(pending: 2))
        listeners.finish()
        end.finish()
        #expect(await leaving.next() == nil)
        var heard: [Int] = []
        for await change in staying { heard.append(change.status.pending) }
        #expect(heard == [1, 2])
        listeners.remove(1)
        #expect(listeners.isEmpty)
    }
}
