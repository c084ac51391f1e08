import Postgres
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct ListenTests {
    @Test func notificationsArriveAndTheListenerOutlivesTheServer() async throws {
        let server = try await onThread { try TestPostgres() }
        try await closing {
            let database = try openDatabase(on: server)
            var events = database.listen(to: ["news", "odd \"name\""]).makeAsyncIterator()
            #expect(await events.next() == .listening)
            try await database.write("select pg_notify('news', 'first')")
            try await database.write("select pg_notify('odd \"name\"', 'second')")
            for (channel, payload) in [("news", "first"), ("odd \"name\"", "second")] {
                let notification = try #require(await events.next()?.notification)
                #expect(notification.channel == channel && notification.payload == payload)
            }
            server.kill9()
            #expect(await events.next() == .interrupted)
            try server.start()
            #expect(await events.next() == .listening)
            await eventually { (try? await database.write("select pg_notify('news', 'third')")) != nil }
            #expect(await events.next()?.notification?.payload == "third")
        }
        server.stop()
    }

    @Test func theConnectionEndsWithTheReader() async throws {
        let database = try openDatabase()
        func listeners() async throws -> Int {
            try await database.value(
                "select count(*) from pg_stat_activity where datname = current_database() and query like 'LISTEN%'")
        }
        let task = Task {
            for await event in database.listen(to: ["news"]) where event == .listening { continue }
        }
        try await eventually { try await listeners() == 1 }
        task.cancel()
        await task.value
        try await eventually { try await listeners() == 0 }
    }
}

extension ListenEvent {
    fileprivate var notification: Postgres.Notification? { if case .notification(let it) = self { it } else { nil } }
}
