import DaybookClient
import DaybookCore
import Foundation
import TestWire
import Testing

/// Notebooks that were signed out, or whose account went into another, and come back with their work.
@Suite(.closing) struct SignedOutTests {
    /// A device that was signed out keeps what it did, and goes on where it was once it is let in again.
    @Test func aRevokedDeviceComesBackWithItsWork() async throws {
        let api = try await API.serving()
        let address = try api.address
        let phone = try Notebook(folder: Home().notebook)
        try await phone.begin(on: address)
        try await phone.add("synced")
        await phone.sync()
        _ = try await phone.claim(email: "ben@example.org", password: "correct horse battery staple")
        let device = await phone.status.device
        _ = try await phone.asked("POST", "/v1/logout")
        try await phone.add("after it was signed out")
        let status = await phone.sync()
        #expect(status.trouble == .revoked && status.pending == 1)
        try await phone.logIn(on: address, email: "ben@example.org", password: "correct horse battery staple")
        #expect(await phone.sync().pending == 0)
        #expect(await phone.status.device != device)
        #expect(Set(await phone.snapshot.inbox.map(\.title)) == ["synced", "after it was signed out"])
    }

    /// As the terminal does it, in which each command is a process of its own.
    @Test func aRevokedDeviceComesBackInANewProcess() async throws {
        let api = try await API.serving()
        let address = try api.address
        let (phone, home) = (try Notebook(folder: Home().notebook), try Home())
        try await phone.begin(on: address)
        _ = try await phone.claim(email: "ben@example.org", password: "correct horse battery staple")
        try await Notebook(folder: home.notebook).logIn(
            on: address, email: "ben@example.org", password: "correct horse battery staple")
        for way in ["password", "pairing"] {
            _ = try await phone.asked("DELETE", "/v1/devices/others")
            try await Notebook(folder: home.notebook).add("after it was signed out, \(way)")
            if way == "password" {
                try await Notebook(folder: home.notebook).logIn(
                    on: address, email: "ben@example.org", password: "correct horse battery staple")
            } else {
                _ = try await home.paired(with: phone, on: address)
            }
            #expect(try await Notebook(folder: home.notebook).sync().pending == 0)
        }
        // Who is in is not let in again, and neither is somebody else.
        let inside = try Notebook(folder: home.notebook)
        await #expect(throws: EntryFailure.otherAccount) {
            try await inside.logIn(on: address, email: "ben@example.org", password: "correct horse battery staple")
        }
        await phone.sync()
        #expect(
            Set(await phone.snapshot.inbox.map(\.title)) == [
                "after it was signed out, password", "after it was signed out, pairing",
            ])
    }

    /// The server has merged the accounts, and nobody heard of it.
    @Test func aMergeWhoseAnswerWasLostIsFoundAgain() async throws {
        let api = try await API.serving()
        let address = try api.address
        let (desk, home) = (try Notebook(folder: Home().notebook), try Home())
        try await desk.begin(on: address)
        _ = try await desk.claim(email: "ben@example.org", password: "correct horse battery staple")
        let phone = try Notebook(folder: home.notebook)
        try await phone.begin(on: address)
        try await phone.add("of the phone")
        await phone.sync()
        _ = try await phone.asked(
            "POST", "/v1/login",
            [
                JSONMember("email", "ben@example.org"), JSONMember("password", "correct horse battery staple"),
                JSONMember("merge", .bool(true)),
            ])
        try await phone.add("written meanwhile")
        let anew = try Notebook(folder: home.notebook)
        try await anew.logIn(
            on: address, email: "ben@example.org", password: "correct horse battery staple", bringing: true)
        #expect(await anew.sync().pending == 0)
        await desk.sync()
        #expect(Set(await desk.snapshot.inbox.map(\.title)) == ["of the phone", "written meanwhile"])
    }

    /// Killed after its notebook was in the other account, and before it had the key to that.
    @Test(arguments: [true, false])
    func aMergeThatEndedBeforeItsKeyWasThereGoesOn(bringing: Bool) async throws {
        let api = try await API.serving()
        let address = try api.address
        let (desk, home) = (try Notebook(folder: Home().notebook), try Home())
        try await desk.begin(on: address)
        try await desk.add("of the desk")
        await desk.sync()
        _ = try await desk.claim(email: "ben@example.org", password: "correct horse battery staple")
        let phone = try Notebook(folder: home.notebook)
        try await phone.begin(on: address)
        try await phone.add("of the phone")
        await phone.sync()
        let token = home.notebook.appending(path: "token")
        let key = try Data(contentsOf: token)
        try await phone.logIn(
            on: address, email: "ben@example.org", password: "correct horse battery staple", bringing: true)
        try key.write(to: token)
        let anew = try Notebook(folder: home.notebook)
        #expect(await anew.sync().trouble == .revoked)
        try await anew.logIn(
            on: address, email: "ben@example.org", password: "correct horse battery staple", bringing: bringing)
        #expect(await anew.sync().pending == 0)
        await desk.sync()
        for notebook in [desk, anew] {
            #expect(Set(await notebook.snapshot.inbox.map(\.title)) == ["of the desk", "of the phone"])
        }
    }
}
