import DaybookCore
import DaybookDevice
import Testing

@testable import DaybookClient

/// The book and its store, without a server or a notebook.
@Suite struct StoredBookTests {
    let folder = Folder()
    let time = TestTime()

    private func opened() throws -> StoredBook { try StoredBook(folder: folder.at("phone"), time: time.source) }

    private func add(_ title: String, to stored: StoredBook) throws {
        _ = try stored.perform { book, now throws(Refused) in
            try book.act(at: now) { gesture throws(Refused) in
                _ = try gesture.add([JSONMember("title", .string(title))])
            }
        }
    }

    private func titles(_ stored: StoredBook) -> Set<String> {
        Set(stored.replica.view.tasks.values.map(\.title))
    }

    @Test func whatOneWroteTheOtherReads() throws {
        let (one, other) = (try opened(), try opened())
        try add("first", to: one)
        #expect(titles(other).isEmpty)
        try other.catchUp()
        #expect(titles(other) == ["first"] && other.takeChangedElsewhere())
        #expect(!other.takeChangedElsewhere())
        // A change reads what is there before it writes.
        try add("second", to: one)
        try add("third", to: other)
        #expect(titles(other) == ["first", "second", "third"] && other.takeChangedElsewhere())
        #expect(!one.takeChangedElsewhere(), "its own changes are not others'")
    }

    @Test func whatIsNotWrittenWasNeverThere() throws {
        let stored = try opened()
        try add("kept", to: stored)
        #expect(throws: ImpossibleChange.self) { try add(" ", to: stored) }
        try stored.store.connection.execute(
            "CREATE TEMP TRIGGER refuse BEFORE INSERT ON deed BEGIN SELECT RAISE(ABORT, 'refused'); END")
        #expect(throws: StoreError.self) { try add("lost", to: stored) }
        #expect(titles(stored) == ["kept"] && stored.replica.outbox.count == 1)
        #expect(stored.book.deeds.all.count == 1)
        try stored.catchUp()
        #expect(titles(stored) == ["kept"])
        #expect(titles(try opened()) == ["kept"])
        #expect(stored.book.deeds.all.count == 1)
    }

    @Test func whatWasDoneBeforeGoesAlongIntoAnAccount() throws {
        let stored = try opened()
        try add("before", to: stored)
        let (account, device) = (time.source.identifier(), time.source.identifier())
        try stored.join(account, as: device, server: "http://server.test")
        #expect(stored.record.account == account && stored.replica.device == device)
        #expect(stored.replica.outbox.count == 1 && titles(stored) == ["before"])
        #expect(stored.record.server == "http://server.test")
        let again = try opened()
        #expect(again.record.account == account && titles(again) == ["before"])
    }
}
