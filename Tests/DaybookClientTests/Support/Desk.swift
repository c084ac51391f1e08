import DaybookCore
import Foundation
import Seeds
import Synchronization

@testable import DaybookClient

let server = URL(string: "http://server.test")!

/// A folder that is gone when the test is over.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "daybook-client-\(UUID().uuidString)")
    init() { try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func at(_ name: String) -> URL { url.appending(path: name) }
}

/// Devices at one server, each with a folder of its own, in one time.
protocol Household {
    var folder: Folder { get }
    var standIn: StandIn { get }
    var time: TestTime { get }
}

extension Household {
    func notebook(_ name: String) throws -> Notebook {
        try Notebook(folder: folder.at(name), transport: standIn, time: time.source)
    }

    /// One that has an account.
    func begun(_ name: String) async throws -> Notebook {
        let notebook = try notebook(name)
        try await notebook.begin(on: server)
        return notebook
    }
}

/// Time that stands still between calls and moves by a millisecond with each; sleeping takes no time and is remembered.
final class TestTime: Sendable {
    struct State {
        var now = Instant(milliseconds: 1_780_000_000_000)
        var random: SeededRandom
        var slept: [Int64] = []
    }
    let state: Mutex<State>

    init(seed: UInt64 = 5) { state = Mutex(State(random: SeededRandom(seed: seed))) }

    var slept: [Int64] { state.withLock { $0.slept } }
    func pass(_ milliseconds: Int64) { state.withLock { $0.now = $0.now.adding(milliseconds: milliseconds) } }

    var source: TimeSource {
        TimeSource(
            now: {
                self.state.withLock {
                    $0.now = $0.now.adding(milliseconds: 1)
                    return $0.now
                }
            },
            sleep: { milliseconds in
                self.state.withLock {
                    $0.slept.append(milliseconds)
                    $0.now = $0.now.adding(milliseconds: milliseconds)
                }
                await Task.yield()
            },
            random: { self.state.withLock { $0.random.next() } })
    }
}

extension Notebook {
    var view: Slice { replica.view }
    var base: Slice { replica.base }
    var outbox: [SyncOperation] { replica.outbox }
    var pace: SyncPace { stored.book.sync.pace }
    var titles: Set<String> { Set(replica.view.tasks.values.filter { !$0.isDeleted }.map(\.title)) }

    /// The file may not grow any more, or it may: SQLite then says what it says of a full disk. Room within the file
    /// stays, so what is to fail has to be long.
    func fill(_ isFull: Bool) throws {
        try execute("PRAGMA max_page_count = \(isFull ? 1 : 1 << 30)")
    }

    func execute(_ script: String) throws { try stored.store.connection.execute(script) }

    func onDisk(_ query: String) throws -> Int64? { try stored.store.connection.number(query) }
}
