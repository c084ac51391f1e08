import Foundation
import Testing

@testable import DaybookClient

@Suite struct SessionTests {
    let folder = Folder()
    let standIn = StandIn()
    let session: Session

    init() throws {
        session = Session(folder: folder.url, transport: standIn)
    }

    @Test func withoutATokenThereIsNobodyToAsk() throws {
        #expect(session.server(at: server.absoluteString) == nil)
        try session.tokenFile.write("key")
        #expect(session.server(at: nil) == nil, "a key and no house")
        #expect(session.server(at: "") == nil)
        let found = try #require(session.server(at: server.absoluteString))
        #expect(found.address == server && found.token == "key")
    }

    /// A token that another process changed or took away counts at once, and survives this one.
    @Test func theTokenIsTheOneInTheFile() throws {
        try session.tokenFile.write("old")
        let other = Session(folder: folder.url, transport: standIn)
        try other.tokenFile.write("new")
        #expect(session.server(at: server.absoluteString)?.token == "new")
        other.tokenFile.remove()
        #expect(session.server(at: server.absoluteString) == nil)
    }

    @Test func onlyTheOwnerMayReadTheToken() throws {
        try session.tokenFile.write("key")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.at("token").path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    /// Whoever wants to come in has no token yet, and one that is there belongs to another account.
    @Test func theDoorIsAskedWithoutTheToken() async throws {
        try session.tokenFile.write("key")
        #expect(session.door(at: server).token == nil)
        #expect(session.door(at: server, token: "other").token == "other")
        let answer = try await session.door(at: server).object("POST", "/v1/accounts", [])
        #expect(answer["token"] != nil)
    }
}
