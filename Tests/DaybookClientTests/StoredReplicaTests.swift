import DaybookCore
import Testing

@testable import DaybookClient

/// The replica and its store, without a server or a notebook.
@Suite struct StoredReplicaTests {
    let folder: Folder
    let time = TestTime()

    init() throws { folder = try Folder() }

    private func opened() throws -> StoredReplica { try StoredReplica(folder: folder.at("phone"), time: time.source) }

    private func add(_ title: String, to stored: StoredReplica) throws {
        let (id, opId) = (time.source.identifier(), time.source.identifier())
        _ = try stored.perform { replica, now in
            [replica.perform(id: id, [JSONMember("title", .string(title))], opId: opId, now: now)]
        }
    }

    private func titles(_ stored: StoredReplica) -> Set<String> {
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
        struct Broken: Error {}
        let id = time.source.identifier()
        #expect(throws: Broken.self) {
            try stored.perform { replica, now in
                [replica.perform(id: id, [JSONMember("title", "lost")], opId: id, now: now)]
            } then: {
                throw Broken()
            }
        }
        #expect(titles(stored) == ["kept"] && stored.replica.outbox.count == 1)
        try stored.catchUp()
        #expect(titles(stored) == ["kept"])
        #expect(titles(try opened()) == ["kept"])
        #expect(try stored.store.deeds(limit: 9).count == 1)
    }

    @Test func whatWasDoneBeforeGoesAlongIntoAnAccount() throws {
        let stored = try opened()
        try add("before", to: stored)
        let (account, device) = (time.source.identifier(), time.source.identifier())
        try stored.join(account, as: device, server: "http://server.test")
        #expect(stored.book == account && stored.replica.device == device)
        #expect(stored.replica.outbox.count == 1 && titles(stored) == ["before"])
        #expect(stored.record.server == "http://server.test")
        let again = try opened()
        #expect(again.book == account && titles(again) == ["before"])
    }
}
