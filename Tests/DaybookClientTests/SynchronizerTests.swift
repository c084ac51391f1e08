import DaybookCore
import Testing

@testable import DaybookClient

/// The talk with a server, and the live stream, without a notebook.
@Suite struct SynchronizerTests {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()

    @Test func oneExchangeSendsAndReads() async throws {
        let notebook = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        try await notebook.begin(on: server)
        let task = try await notebook.add("from the phone")
        let stored = try StoredBook(folder: folder.at("phone"), time: time.source)
        let synchronizer = Synchronizer(
            stored: stored, session: Session(folder: folder.at("phone"), transport: standIn))
        let rows = await synchronizer.exchangeOnce()
        #expect(rows.tasks == [task] || rows.everything)
        #expect(standIn.account.slice.tasks.count == 1)
        #expect(stored.replica.outbox.isEmpty && stored.record.lastSync != nil)
        #expect(stored.book.sync.trouble == nil)
    }

    @Test func withoutAServerNothingIsAsked() async throws {
        let stored = try StoredBook(folder: folder.at("phone"), time: time.source)
        let synchronizer = Synchronizer(
            stored: stored, session: Session(folder: folder.at("phone"), transport: standIn))
        #expect(await synchronizer.exchangeOnce() == RowSet())
        #expect(stored.book.sync.trouble == .alone)
        #expect(stored.book.sync.pace.next(now: time.source.now()) == .halt)
        #expect(standIn.state.withLock { $0.requests } == 0)
    }

    @Test func aLiveStreamTellsRevisionsAndItsEnd() async throws {
        let live = LiveEvents()
        let door = Server(address: server, token: "token", transport: standIn)
        var heard: [LiveEvents.Word] = []
        let ending = Task { [standIn] in
            while standIn.state.withLock({ $0.streams.isEmpty }) { await Task.yield() }
            standIn.state.withLock { state in
                let events = "retry: 250\nevent: revision\ndata: {\"revision\":7}\n\nevent: other\ndata: {}\n\n"
                state.streams[0].yield(Array(events.utf8))
                state.streams[0].finish(throwing: Unreachable("cut"))
            }
        }
        let pause = await live.listen(to: door, from: nil, random: 0) { heard.append($0) }
        await ending.value
        #expect(heard == [.opened, .revision(7), .closed])
        #expect(pause == 250, "as the server wishes")
    }

    @Test func aLiveStreamTellsRemindersWhole() async throws {
        let live = LiveEvents()
        let door = Server(address: server, token: "token", transport: standIn)
        var heard: [LiveEvents.Word] = []
        let task = "550e8400-e29b-41d4-a716-446655440000"
        let events = [
            """
            event: reminder
            data: {"id":"d1","subject":"reminder","taskId":"\(task)","title":"Tea","body":"Due today, 12:00",\
            "dueAt":"2026-03-03T12:00:00.000Z","late":61000,"actions":{"done":"https://example.org/a"},"new":1}
            """,
            """
            event: reminder
            data: {"id":"d2","subject":"review","taskId":null,"title":"Time to review?","body":"",\
            "dueAt":"2026-03-03T18:00:00.000Z","late":0}
            """,
            "event: reminder-withdrawn\ndata: {\"taskId\":\"\(task)\",\"dueAt\":\"2026-03-03T12:00:00.000Z\"}",
            // What cannot be understood is passed over.
            "event: reminder\ndata: {\"id\":\"d3\",\"subject\":\"reminder\",\"title\":\"when?\"}",
            "event: reminder\ndata: nothing", "event: reminder-withdrawn\ndata: {\"taskId\":null}",
        ].map { $0 + "\n\n" }
        let ending = Task { [standIn] in
            while standIn.state.withLock({ $0.streams.isEmpty }) { await Task.yield() }
            standIn.state.withLock { state in
                for event in events { state.streams[0].yield(Array(event.utf8)) }
                state.streams[0].finish()
            }
        }
        _ = await live.listen(to: door, from: nil, random: 0) { heard.append($0) }
        await ending.value
        try #require(heard.count == 5)
        guard case .reminder(.due(let tea)) = heard[1], case .reminder(.due(let review)) = heard[2] else {
            Issue.record("\(heard)")
            return
        }
        #expect(tea.task?.text == task && tea.title == "Tea" && tea.body == "Due today, 12:00")
        #expect(tea.subject == .reminder && tea.dueAt == Instant("2026-03-03T12:00:00Z"))
        #expect(tea.id == "d1" && tea.lateMilliseconds == 61_000)
        #expect(review.task == nil && review.subject == .review && review.lateMilliseconds == 0)
        #expect(heard[3] == .reminder(.withdrawn(task: tea.task!, dueAt: tea.dueAt)))
    }

    @Test func aNapEndsWithItsTask() async {
        let endless = TimeSource(
            now: time.source.now, sleep: { _ in while !Task.isCancelled { await Task.yield() } },
            random: time.source.random)
        let resting = Task { await Nap().rest(10_000, by: endless) }
        resting.cancel()
        await resting.value
    }
}
