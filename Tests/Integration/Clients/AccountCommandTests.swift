import DaybookCore
import Foundation
import Testing

@testable import DaybookAccounts

/// The account from the terminal: a login for it, and changes that gave way.
@Suite(.closing) struct AccountCommandTests {
    private let api: API

    init() async throws { api = try await API.serving() }

    static let first = "correct horse battery staple"
    static let second = "seven bells and a whistle"

    /// With a task in it.
    private func twoHomesOfOneAccount() async throws -> (Home, Home) {
        let address = "http://127.0.0.1:\(api.port)"
        let (anna, ben) = (try Home(), try Home())
        #expect(try await anna.run("login", address).code == 0)
        #expect(try await anna.run("add", "Milk").code == 0)
        #expect(try await anna.run(typing: "\(Self.first)\n", "claim", "anna@example.org").code == 0)
        let login = try await ben.run(typing: "\(Self.first)\n", "login", address, "--email", "anna@example.org")
        #expect(login.code == 0, "\(login)")
        return (anna, ben)
    }

    @Test func anAccountIsClaimedAndItsPasswordChanged() async throws {
        let address = "http://127.0.0.1:\(api.port)"
        let anna = try Home()
        for command in [
            ["claim", "anna@example.org"], ["password"], ["recovery-codes"], ["conflicts", "a", "--take", "mine"],
        ] {
            let alone = try await Program.run("daybook", command, anna.settings)
            #expect(alone.code == 1 && alone.complaints.contains("has no server yet"), "\(alone)")
        }
        #expect(try await anna.run("login", address).code == 0)
        let unclaimed = try await anna.run(typing: "\(Self.first)\n", "recovery-codes")
        #expect(unclaimed.code != 0 && unclaimed.complaints.hasPrefix("daybook: The server refuses: "), "\(unclaimed)")
        let weak = try await anna.run(typing: "short\n", "claim", "anna@example.org")
        #expect(weak.code == 1, "\(weak)")
        let claimed = try await anna.run(typing: "\(Self.first)\n", "claim", "anna@example.org", "--json")
        #expect(claimed.code == 0 && JSON(claimed.output)["recoveryCodes"].list.count == 10, "\(claimed)")
        let wrong = try await anna.run(typing: "wrong\n\(Self.second)\n", "password")
        #expect(wrong.code == 77, "\(wrong)")
        let changed = try await anna.run(typing: "\(Self.first)\n\(Self.second)\n", "password", "--end-sessions")
        #expect(changed.code == 0, "\(changed)")
        #expect(changed.output.hasPrefix("The password is changed.\nThe recovery codes "), "\(changed)")
        let codes = try await anna.run(typing: "\(Self.second)\n", "recovery-codes", "--json")
        let code = try #require(JSON(codes.output)["recoveryCodes"][0].text)
        let recovered = try await anna.run(typing: "\(code)\n\(Self.first)\n", "password", "--recovery-code")
        #expect(recovered.code == 0, "\(recovered)")
        let ben = try Home()
        let login = try await ben.run(typing: "\(Self.first)\n", "login", address, "--email", "anna@example.org")
        #expect(login.code == 0, "\(login)")
    }

    @Test func aSecondFactorIsSetUpAskedForAndRemoved() async throws {
        let address = "http://127.0.0.1:\(api.port)"
        let (anna, ben) = (try Home(), try Home())
        #expect(try await anna.run("login", address).code == 0)
        let claimed = try await anna.run(typing: "\(Self.first)\n", "claim", "anna@example.org", "--json")
        let codes = JSON(claimed.output)["recoveryCodes"]
        let setUp = try anna.start(["second-factor"], reading: "typed", onATerminal: true)
        #expect(await setUp.line(containing: "Password (not shown)") != nil)
        try anna.type(Self.first, into: "typed")
        let said = try #require(await setUp.line(containing: "otpauth://totp/"))
        let secret = try #require(said.firstMatch(of: /secret=([A-Z2-7]{32})/)).1
        #expect(await setUp.line(containing: "The six digits that the app shows now") != nil)
        try anna.type(Self.code(of: String(secret), 0), into: "typed")
        #expect(await setUp.line(containing: "From now on the password asks for a code") != nil)
        #expect(await setUp.end() == 0)

        let unasked = try await ben.run(typing: "\(Self.first)\n", "login", address, "--email", "anna@example.org")
        #expect(unasked.code == 2 && unasked.complaints.contains("nothing was typed"), "\(unasked)")
        let wrong = try await ben.run(
            typing: "\(Self.first)\n000000\n", "login", address, "--email", "anna@example.org")
        #expect(wrong.code != 0 && wrong.complaints.contains("The code is wrong"), "\(wrong)")
        let code = Self.code(of: String(secret), 1)
        let right = try await ben.run(
            typing: "\(Self.first)\n\(code)\n", "login", address, "--email", "anna@example.org")
        #expect(right.code == 0, "\(right)")
        let recovery = try #require(codes[0].text)
        let renewed = try await ben.run(typing: "\(Self.first)\n\(recovery)\n", "recovery-codes", "--json")
        let fresh = try #require(JSON(renewed.output)["recoveryCodes"][0].text)
        let removed = try await ben.run(typing: "\(Self.first)\n\(fresh)\n", "second-factor", "--remove")
        #expect(removed.code == 0 && removed.output == "The password alone is asked for again.\n", "\(removed)")
        let cleo = try Home()
        #expect(
            try await cleo.run(typing: "\(Self.first)\n", "login", address, "--email", "anna@example.org").code == 0)
    }

    /// What an authenticator app shows so many half minutes later.
    private static func code(of secret: String, _ later: Int64) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, held, bits) = ([UInt8](), 0, 0)
        for symbol in secret {
            held = (held << 5 | (alphabet.firstIndex(of: symbol) ?? 0)) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(held >> bits & 255))
            }
        }
        let step = TimedCode.step(at: .now()) + later
        let digits = String(OneTimePassword.number(bytes, UInt64(step), digits: TimedCode.digits))
        return String(repeating: "0", count: TimedCode.digits - digits.count) + digits
    }

    @Test func aPasswordOnATerminalIsNotShownAndTypedTwice() async throws {
        let home = try Home()
        #expect(try await home.run("login", "http://127.0.0.1:\(api.port)").code == 0)
        let claim = try home.start(["claim", "anna@example.org"], reading: "typed", onATerminal: true)
        #expect(await claim.line(containing: "New password (not shown)") != nil)
        try home.type(Self.first, into: "typed")
        #expect(await claim.line(containing: "The same again (not shown)") != nil)
        try home.type(Self.second, into: "typed")
        #expect(await claim.line(containing: "the two passwords differ") != nil)
        #expect(await claim.end() == 2)
        #expect(await claim.line(containing: Self.first) == nil, "the password was shown")
    }

    @Test func anAccountWithoutALoginIsDeletedByItsId() async throws {
        let address = "http://127.0.0.1:\(api.port)"
        let anna = try Home()
        let alone = try await anna.run("account", "delete", "--yes")
        #expect(alone.code == 1 && alone.complaints.contains("An operator names the ACCOUNT"), "\(alone)")
        #expect(try await anna.run("login", address).code == 0)
        #expect(try await anna.run("add", "Milk").code == 0)
        let id = try #require(try await anna.json("status")["account"].text)
        let unasked = try await anna.run(typing: "\(id)\n", "account", "delete")
        #expect(unasked.code == 2 && unasked.complaints.contains("confirm with --yes"), "\(unasked)")
        #expect(try await anna.run(typing: "", "account", "delete", "--yes").code == 2)
        let wrong = try await anna.run(typing: "00000000\n", "account", "delete", "--yes")
        #expect(wrong.code == 77 && wrong.complaints.contains("nothing was deleted"), "\(wrong)")
        #expect(try await anna.run("sync").code == 0)
        #expect(try await anna.titles("inbox") == ["Milk"])
        let done = try await anna.run(typing: "\(id)\n", "account", "delete", "--yes")
        #expect(done.code == 0 && done.output.hasPrefix("The account is deleted."), "\(done)")
        #expect(try await anna.titles("inbox").isEmpty)
        #expect(try await anna.json("status")["account"].text != id)
        // The notebook is as good as new.
        #expect(try await anna.run("add", "Bread").code == 0)
        #expect(try await anna.run("login", address).code == 0)
        #expect(try await anna.titles("inbox") == ["Bread"])
    }

    @Test func anAccountWithALoginIsDeletedByItsPassword() async throws {
        let (anna, ben) = try await twoHomesOfOneAccount()
        let id = try #require(try await anna.json("status")["account"].text)
        for proof in [id, Self.second] {
            let wrong = try await anna.run(typing: "\(proof)\n", "account", "delete", "--yes")
            #expect(wrong.code == 77, "\(wrong)")
        }
        #expect(try await ben.titles("inbox") == ["Milk"])
        // On a terminal it says what goes, offers a file, and wants a word typed before it asks for the password.
        let deletion = try anna.start(["account", "delete"], reading: "typed", onATerminal: true)
        let warning = try #require(await deletion.line(containing: "This deletes the account"))
        #expect(warning.contains("1 task, 0 lists") && warning.contains("2 devices"), "\(warning)")
        #expect(await deletion.line(containing: "into a file in this folder first?") != nil)
        try anna.type("no", into: "typed")
        #expect(await deletion.line(containing: "Type 'delete' to go on") != nil)
        try anna.type("delete", into: "typed")
        #expect(await deletion.line(containing: "Password (not shown)") != nil)
        try anna.type(Self.first, into: "typed")
        #expect(await deletion.line(containing: "The account is deleted.") != nil)
        #expect(await deletion.end() == 0)
        #expect(try await ben.run("sync").code == 77)
    }

    @Test func aForeignNotebookIsToldHowToComeAlong() async throws {
        let address = "http://127.0.0.1:\(api.port)"
        let anna = try Home()
        let ben = try Home()
        #expect(try await anna.run("login", address).code == 0)
        #expect(try await anna.run(typing: "\(Self.first)\n", "claim", "anna@example.org").code == 0)
        #expect(try await ben.run("login", address).code == 0)
        #expect(try await ben.run("add", "Milk").code == 0)
        let foreign = try await ben.run(typing: "\(Self.first)\n", "login", address, "--email", "anna@example.org")
        #expect(foreign.code == 1 && foreign.complaints.contains("--merge"), "\(foreign)")
        let merged = try await ben.run(
            typing: "\(Self.first)\n", "login", address, "--email", "anna@example.org", "--merge")
        #expect(merged.code == 0, "\(merged)")
        #expect(try await anna.run("inbox").output.contains("Milk"))
    }

    @Test func aChangeThatGaveWayIsToldAndDecided() async throws {
        let (anna, ben) = try await twoHomesOfOneAccount()
        for (take, wanted, stands, title) in [
            ("mine", "Oat milk", "Soy milk", "Oat milk"), ("theirs", "Rice milk", "Goat milk", "Goat milk"),
        ] {
            #expect(try await ben.run("edit", "milk", "--title", wanted, "--offline").code == 0)
            #expect(try await anna.run("edit", "milk", "--title", stands).code == 0)
            let synced = try await ben.run("sync")
            #expect(synced.code == 0 && synced.output.contains("A change of yours gave way"), "\(synced)")
            let offline = try await ben.run("conflicts", "--offline")
            #expect(offline.output.contains("title is '\(stands)', not '\(wanted)'"), "\(offline)")
            let open = try await ben.json("conflicts")["conflicts"].list
            #expect(open.count == 1 && open[0]["fields"][0]["mine"].text == wanted)
            #expect(try await anna.run("conflicts").output.contains("title is '\(stands)', not '\(wanted)'"))
            let change = try #require(open[0]["opId"].text?.prefix(6)).description
            #expect(try await ben.run("conflicts", "--take", take).code == 2)
            #expect(try await ben.run("conflicts", "ffffff", "--take", take).code == 1)
            #expect(try await ben.run("conflicts", change, "--take", take).code == 0)
            #expect(try await ben.run("conflicts").output == "No change gave way.\n")
            #expect(try await ben.json("status")["conflicts"].number == 0)
            #expect(try await ben.titles("inbox") == [title])
            #expect(try await anna.run("inbox").output.contains(title))
        }
        // A command that sends says it too, and what another device decided is no news here.
        #expect(try await ben.run("edit", "milk", "--title", "Nut milk", "--offline").code == 0)
        #expect(try await anna.run("edit", "milk", "--title", "Fresh milk").code == 0)
        let sent = try await ben.run("add", "Bread")
        #expect(sent.code == 0 && sent.complaints.contains("see 'daybook conflicts'"), "\(sent)")
        let change = try #require(try await anna.json("conflicts")["conflicts"][0]["opId"].text)
        #expect(try await anna.run("conflicts", change, "--take", "theirs").code == 0)
        #expect(try await ben.run("conflicts").output == "No change gave way.\n")
        #expect(try await ben.json("status")["conflicts"].number == 0)
    }

    @Test func aSettingThatIsNamedTwiceIsRefused() async throws {
        let home = try Home()
        #expect(try await home.run("add", "Keep me", "--plain").code == 0)
        let twice = try await home.run("settings", "firstWeekday=sunday", "FirstWeekday=monday")
        #expect(twice.code == 2 && twice.complaints.contains("firstWeekday is there twice"), "\(twice)")
        #expect(try await home.titles("inbox") == ["Keep me"])
    }

    /// What was all changed since is not said to be undone.
    @Test func whereAllWasChangedSinceNothingIsUndone() async throws {
        let (anna, ben) = try await twoHomesOfOneAccount()
        #expect(try await ben.run("edit", "milk", "--title", "Oat milk").code == 0)
        #expect(try await anna.run("sync").code == 0)
        let kept = try await anna.run("undo")
        #expect(
            kept.code == 0
                && kept.output == "Not undone: added 'Oat milk'\nIt was changed or deleted since, and stays so.\n",
            "\(kept)")
        #expect(try await anna.titles("inbox") == ["Oat milk"])
    }

    /// The server takes the occurrence back that the completion had made, and the terminal says so.
    @Test func whatGoesWithACompletionIsSaid() async throws {
        let home = try Home()
        #expect(try await home.run("login", "http://127.0.0.1:\(api.port)").code == 0)
        #expect(try await home.run("add", "Water plants", "--today", "--every", "day", "--plain").code == 0)
        #expect(try await home.run("done", "water").code == 0)
        #expect(try await home.json("all")["tasks"].list.count == 1)
        // The one that was completed is meant, and not the next one, which is open.
        let reopened = try await home.run("reopen", "water")
        #expect(
            reopened.code == 0 && reopened.output.contains("With that its next occurrence is gone: "), "\(reopened)")
        #expect(try await home.json("all")["tasks"].list.count == 1)
        #expect(try await home.json("today")["tasks"].list.count == 1)
    }

    /// On a terminal, and not in a pipe or with NO_COLOR.
    @Test func pairingDrawsACodeForACamera() async throws {
        let home = try Home()
        #expect(try await home.run("login", "http://127.0.0.1:\(api.port)").code == 0)
        for (colour, isDrawn) in [("TERM=xterm-256color", true), ("NO_COLOR=1", false)] {
            let shown = try Program(
                "daybook", ["pair"], home.settings,
                wrapper: ["sh", "-c", "exec script -qec \"stty columns 100; \(colour) $0 $*\" /dev/null"])
            #expect(await shown.line(containing: "or scan or open: daybook://pair?") != nil)
            if isDrawn { #expect(await shown.line(containing: "█▀▀▀▀▀█") != nil) }
            shown.signal(SIGKILL)
            _ = await shown.end()
            if !isDrawn { #expect(await shown.line(containing: "▀") == nil) }
        }
    }
}
