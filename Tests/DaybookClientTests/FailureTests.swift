import DaybookCore
import Foundation
import Synchronization
import Testing

@testable import DaybookClient

@Suite struct FailureTests: Household {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()

    @Test func whatCanNeverBeIsRefusedAtOnce() async throws {
        let phone = try await begun("phone")
        await #expect(throws: ImpossibleChange.self) { try await phone.add("   ") }
        #expect(await phone.outbox.isEmpty && time.slept.isEmpty)
        #expect(try await phone.deeds().isEmpty)
    }

    // MARK: The server

    @Test func aServerThatIsAwayKeepsNothingFromBeingWritten() async throws {
        let phone = try await begun("phone")
        standIn.set(intercept: { _, _ in throw Unreachable("no route to host") })
        try await phone.add("offline")
        let status = await phone.sync()
        #expect(status.trouble == .unreachable("no route to host") && status.pending == 1)
        standIn.set(intercept: nil)
        #expect(await phone.sync().trouble == nil)
        #expect(await phone.status.pending == 0)
    }

    /// Each command of the terminal opens the notebook anew, and is not held up by a server that was away a moment ago.
    /// One that was away yesterday is asked again.
    @Test func aServerThatWasAwayIsAskedAgainAfterAWhile() async throws {
        let phone = try await begun("phone")
        #expect(await !phone.isServerAway)
        standIn.set(intercept: { _, _ in throw Unreachable("no route to host") })
        await phone.sync()
        let next = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        #expect(await next.isServerAway)
        #expect(await phone.isServerAway)
        time.pass(30_000)
        let later = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        #expect(await !later.isServerAway)
        #expect(await later.status.trouble != nil)
        // A clock that was set back does not keep it away.
        await later.sync()
        time.pass(-3_600_000)
        #expect(await !later.isServerAway)
        standIn.set(intercept: nil)
        #expect(await later.sync().trouble == nil)
    }

    @Test func anAnswerToAFileThatIsNoReportIsUnreadable() async throws {
        let notebook = try Notebook(folder: folder.at("phone"), transport: Portal(standIn: standIn), time: time.source)
        try await notebook.begin(on: server)
        await #expect(throws: EntryFailure.unreadable) { try await notebook.importFile(Array("title\ntea\n".utf8)) }
    }

    @Test func aLostAnswerDoesNothingTwice() async throws {
        let phone = try await begun("phone")
        try await phone.add("once")
        standIn.set(returning: { _ in throw Unreachable("cut") })
        #expect(await phone.sync().pending == 1)
        #expect(standIn.account.ledger.count == 1)
        standIn.set(returning: nil)
        #expect(await phone.sync().pending == 0)
        #expect(standIn.account.ledger.count == 1)
        #expect(await phone.view == phone.base)
    }

    @Test(arguments: [400, 413, 422])
    func oneOperationThatTheServerCannotReadDoesNotHoldUpTheOthers(status: Int) async throws {
        let phone = try await begun("phone")
        for number in 0..<40 { try await phone.add(number == 17 ? "poison" : "task \(number)") }
        standIn.set(intercept: { _, request in
            let poisoned = request.push.operations.contains { $0.fields.contains { $0.value == "poison" } }
            return poisoned ? StandIn.problem(status, "too_much", "That is too much") : nil
        })
        let after = await phone.sync()
        #expect(after.pending == 0 && after.refused == 1 && after.trouble == nil)
        #expect(standIn.account.slice.tasks.count == 39)
        // What was typed is still there to be looked at, and nowhere else.
        let refused = try #require(try await phone.refusedChanges().first)
        #expect(refused.code == "too_much" && refused.sentence == "That is too much")
        #expect(refused.operation.fields == [JSONMember("title", "poison")])
        #expect(await !phone.titles.contains("poison"))
        try await phone.dismiss(refused: refused.operation.opId)
        #expect(await phone.status.refused == 0)
    }

    /// Something else may answer at the server's address for a while.
    @Test(arguments: [400, 401, 413, 415, 422])
    func nothingIsSetAsideOnTheWordOfWhatStandsBeforeTheServer(status: Int) async throws {
        let phone = try await begun("phone")
        let titles = (0..<40).map { "task \($0)" }
        for title in titles { try await phone.add(title) }
        standIn.set(intercept: { _, _ in HTTPAnswer(status: status, body: Array("<html>No</html>".utf8)) })
        let before = await phone.sync()
        #expect(before.pending == 40 && before.refused == 0 && before.trouble == .unwell(status: status))
        #expect(await phone.titles == Set(titles))
        standIn.set(intercept: nil)
        let after = await phone.sync()
        #expect(after.pending == 0 && after.refused == 0 && after.trouble == nil)
        #expect(standIn.account.slice.tasks.count == 40)
    }

    @Test func aRevokedDeviceIsToldAndKeepsItsChanges() async throws {
        let phone = try await begun("phone")
        try await phone.add("synced")
        await phone.sync()
        try await phone.add("unsent")
        standIn.set(intercept: { _, _ in StandIn.problem(401, "unauthenticated", "It does not count any more") })
        let status = await phone.sync()
        #expect(status.trouble == .revoked && status.pending == 1)
        standIn.set(intercept: nil)
        let device = await phone.status.device
        // Let in again under another name, it goes on where it was.
        let answer = try await Server(address: server, token: nil, transport: standIn).object(
            "POST", "/v1/accounts", [])
        try await phone.moveIn(answer, server)
        #expect(await phone.status.device != device)
        #expect(await phone.titles == ["synced", "unsent"])
        #expect(await phone.sync().pending == 0)
        #expect(standIn.account.slice.tasks.count == 2)
    }

    /// Its disk takes the account and not the key, as where a process is killed between them.
    @Test func aDeviceThatMovesAndGetsNoKeyIsLetInAgain() async throws {
        let phone = try await begun("phone")
        try await phone.add("synced")
        await phone.sync()
        try await phone.add("unsent")
        let token = folder.at("phone").appendingPathComponent("token")
        let key = try Data(contentsOf: token)
        try FileManager.default.removeItem(at: token)
        let inTheWay = token.appendingPathComponent("in the way")
        try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
        let other = Identifier(high: 7, low: 7)
        let answer = JSONValue.object([
            JSONMember("account", .string(other.text)), JSONMember("device", .string(Identifier(high: 8, low: 8).text)),
            JSONMember("token", "new"),
        ])
        await #expect(throws: (any Error).self) {
            try await phone.moveIn(answer, server, fromAnotherAccount: true)
        }
        // It knows where it is, so that it does not read that account on from where it was in the other.
        #expect(await phone.status.account == other)
        try FileManager.default.removeItem(at: token)
        try key.write(to: token)
        let anew = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        try await anew.moveIn(answer, server)
        #expect(await anew.status.account == other)
        #expect(await anew.titles.contains("unsent"))
        #expect(try String(contentsOf: token, encoding: .utf8) == "new\n")
    }

    @Test(
        arguments: [
            (403, "scope_insufficient", .readOnly),
            (507, "quota_exceeded", .refused(code: "quota_exceeded", sentence: "Not this")),
        ] as [(Int, String, SyncTrouble)])
    func whoMayNotWriteKeepsTheQueueAndStillReads(_ status: Int, _ code: String, _ trouble: SyncTrouble) async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        try await laptop.add("from the laptop")
        await laptop.sync()
        try await phone.add("stays here")
        standIn.set(intercept: { _, request in
            request.push.operations.isEmpty ? nil : StandIn.problem(status, code, "Not this")
        })
        let told = await phone.sync()
        #expect(told.pending == 1 && told.refused == 0 && told.trouble == trouble)
        #expect(await phone.titles == ["from the laptop", "stays here"])
        // Who may only read is not asked to write again.
        guard trouble != .readOnly else { return }
        standIn.set(intercept: nil)
        #expect(await phone.sync().trouble == nil)
        #expect(standIn.account.slice.tasks.count == 2)
    }

    @Test func aServerThatTakesGzipForBrokenJSONGetsItPlain() async throws {
        // What a server takes is remembered by its address.
        let phone = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        try await phone.begin(on: URL(string: "http://plain.test")!)
        var task = TaskDraft("long")
        task.notes = String(repeating: "notes ", count: 2000)
        try await phone.add(task)
        standIn.set(intercept: { call, _ in
            call.fields["content-encoding"] == nil ? nil : StandIn.problem(400, "malformed_json", "Broken")
        })
        let status = await phone.sync()
        #expect(status.pending == 0 && status.refused == 0)
    }

    /// A notebook that has deleted all that it had, and what that was.
    private func askedAboutManyDeletions() async throws -> (Notebook, [Identifier]) {
        let phone = try await begun("phone")
        var tasks: [Identifier] = []
        for number in 0..<60 { tasks.append(try await phone.add("task \(number)")) }
        await phone.sync()
        for task in tasks { try await phone.delete(task) }
        #expect(await phone.sync().trouble == .wantsConfirmation(deletions: 60, of: 60))
        return (phone, tasks)
    }

    @Test func manyDeletionsAreConfirmedOrTakenBack() async throws {
        let (_, tasks) = try await askedAboutManyDeletions()
        #expect(standIn.account.slice.liveTasks == 60)
        // The question outlives a restart.
        let again = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        #expect(await again.status.trouble == .wantsConfirmation(deletions: 60, of: 60))
        try await again.withdrawDeletions()
        #expect(await again.sync().pending == 0)
        #expect(await again.titles.count == 60)
        for task in tasks { try await again.delete(task) }
        await again.sync()
        try await again.confirmDeletions()
        #expect(await again.sync().pending == 0)
        #expect(standIn.account.slice.liveTasks == 0)
    }

    @Test func manyDeletionsThatWereUndoneHoldNothingUp() async throws {
        let (phone, tasks) = try await askedAboutManyDeletions()
        for _ in tasks { _ = try await phone.undo() }
        #expect(await phone.status.trouble == nil)
        #expect(await phone.sync().pending == 0)
        #expect(await phone.titles.count == 60)
        #expect(standIn.account.slice.liveTasks == 60)
    }

    @Test func aBusyServerIsNotAskedBeforeItsTime() async throws {
        let phone = try await begun("phone")
        try await phone.add("task")
        standIn.set(intercept: { _, _ in
            var answer = StandIn.problem(429, "rate_limited", "Too many requests")
            answer.fields["retry-after"] = "90"
            return answer
        })
        #expect(await phone.sync().trouble == .busy)
        let now = time.source.now()
        guard case .wait(let until) = await phone.pace.next(now: now) else {
            Issue.record("it does not wait")
            return
        }
        #expect(until.milliseconds - now.milliseconds > 80_000)
    }

    @Test func aStreamThatOpensShowsThatTheServerIsBack() async throws {
        let phone = try await begun("phone")
        standIn.set(intercept: { _, _ in
            var answer = StandIn.problem(503, "busy", "Later")
            answer.fields["retry-after"] = "86400"
            return answer
        })
        #expect(await phone.sync().trouble == .busy)
        let ending = Task { [standIn] in
            while standIn.state.withLock({ $0.streams.isEmpty }) { await Task.yield() }
            standIn.state.withLock { $0.streams[0].finish() }
        }
        await phone.listenOnce()
        await ending.value
        #expect(await phone.pace.next(now: time.source.now()) == .exchange)
    }

    /// A machine may begin with a clock that is hours ahead, and be told the time by the network that comes later.
    @Test func aClockThatIsSetBackKeepsNothingWaiting() async throws {
        let phone = try await begun("phone")
        try await phone.add("offline")
        standIn.set(intercept: { _, _ in throw Unreachable("no route to host") })
        #expect(await phone.sync().pending == 1)
        standIn.set(intercept: nil)
        await phone.step()
        #expect(await phone.status.pending == 1, "it waits until it tries again")
        time.pass(-2 * 3_600_000)
        await phone.step()
        #expect(await phone.status.pending == 0)
    }

    @Test func aConflictIsShown() async throws {
        let phone = try await begun("phone")
        let laptop = try await begun("laptop")
        let task = try await phone.add("title")
        await phone.sync()
        await laptop.sync()
        try await phone.edit(task, [JSONMember("title", "from the phone")])
        try await laptop.edit(task, [JSONMember("title", "from the laptop")])
        await laptop.sync()
        await phone.sync()
        let lost = try await phone.lostChanges()
        #expect(lost.flatMap(\.conflicts).map(\.mine) == ["from the phone"])
        #expect(lost.flatMap(\.conflicts).map(\.theirs) == ["from the laptop"])
        #expect(await phone.status.conflicts == 1)
        try await phone.dismissLostChanges()
        #expect(await phone.status.conflicts == 0)
    }

    @Test func aBigPushGoesUpCompressedAndInParts() async throws {
        let phone = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        try await phone.begin(on: URL(string: "http://gzip.test")!)
        for number in 0..<6 {
            var task = TaskDraft("task \(number)")
            task.notes = String(repeating: "n\(number) ", count: 100_000)
            try await phone.add(task)
        }
        let sizes = Mutex<[Int]>([])
        standIn.set(intercept: { call, _ in
            sizes.withLock { $0.append(call.body?.count ?? 0) }
            return nil
        })
        #expect(await phone.sync().pending == 0)
        #expect(sizes.withLock { $0.count } >= 3)
        #expect(sizes.withLock { $0.allSatisfy { $0 < 100_000 } })
        #expect(standIn.account.slice.tasks.count == 6)
    }
}

/// A hotel's network, which answers some requests with a page of its own.
private struct Portal: Transport {
    let standIn: StandIn

    func send(_ call: HTTPCall, to server: URL) async throws -> HTTPAnswer {
        if call.path.hasPrefix("/v1/import") { return HTTPAnswer(status: 200, body: Array("<html>".utf8)) }
        return try await standIn.send(call, to: server)
    }

    func stream(
        _ call: HTTPCall, from server: URL
    ) async throws -> (head: HTTPAnswer, body: AsyncThrowingStream<[UInt8], any Error>) {
        try await standIn.stream(call, from: server)
    }
}
