import DaybookCore
import DaybookDevice
import Foundation
import Seeds
import Synchronization
import Testing

@testable import DaybookClient
@testable import WebCore

/// One device twice: an SDK's notebook and a page's core, with the same names, clock and chance, each with a server of
/// its own. Whatever is done to the one is done to the other.
final class Twins {
    var notebook: Notebook
    private(set) var core: Core
    private let folder: URL
    let ether = Ether()
    private var disk = Disk()
    /// The server of the page's core.
    private(set) var account: ServerAccount
    private var lastDeeds: [String] = []

    /// What lies in the browser.
    struct Disk {
        var book: Identifier
        var device: Identifier
        var chunks: [Int: [UInt8]] = [:]
        var paper: [UInt8] = []
        var journal: [[UInt8]] = []

        init() { (book, device) = (.zero, .zero) }
    }

    init(seed: UInt64) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "daybook-twins-\(UUID().uuidString)")
        ether.chance(SeededRandom(seed: seed))
        notebook = try Notebook(folder: folder, transport: ether, time: ether.time)
        account = ether.account
        core = Core(random: { 0 })
        let status = await notebook.status
        (disk.book, disk.device) = (status.account, status.device)
        try openAgain()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    // MARK: The page's core

    @discardableResult
    func ask(_ call: String, _ head: String, _ text: [UInt8] = []) throws -> (head: JSONValue, text: [UInt8]) {
        let answer = core.answer(call, Array(head.utf8), text)
        return (try JSONValue(json: answer.head), answer.text)
    }

    /// Begins again with what lies on the disk.
    private func openAgain() throws {
        let ether = ether
        core = Core(random: { ether.next(.page) })
        try ask("open", "{\"book\":\"\(disk.book.text)\",\"device\":\"\(disk.device.text)\",\"zone\":\"UTC\"}")
        for (_, chunk) in disk.chunks where !chunk.isEmpty { try ask("chunk", "{}", chunk) }
        if !disk.paper.isEmpty { try ask("paper", "{}", disk.paper) }
        let journal = Array("[".utf8) + disk.journal.joined(separator: Array(",".utf8)) + Array("]".utf8)
        try ask("replay", "{}", journal)
        try ask("begin", "{\"now\":\(ether.now)}")
    }

    func fold(whole: Bool) throws {
        let folding = try ask("fold", "{\"whole\":\(whole)}")
        for case .integer(let number) in folding.head.items("chunks") ?? [] {
            disk.chunks[Int(number)] = try ask("chunkText", "{\"number\":\(number)}").text
        }
        disk.paper = folding.text
        disk.journal = []
        try ask("folded", "{}")
    }

    // MARK: Both

    var now: Int64 { ether.now }

    /// Does the same to both; where a disk fails, to neither.
    func act(_ gesture: String, onFullDisk: Bool = false, _ body: (Notebook) async throws -> Void) async throws {
        try await both("do", "{\"now\":\(now),\"gesture\":\(gesture)}", onFullDisk: onFullDisk, body)
    }

    func undo() async throws {
        guard let deed = deeds.undoTarget else {
            let done = try await notebook.undo()
            return #expect(done == nil)
        }
        try await both("undo", "{\"now\":\(now),\"deed\":\"\(deed.opId.text)\"}") {
            let done = try await $0.undo()
            #expect(done != nil)
        }
    }

    func redo() async throws {
        guard let deed = deeds.redoTarget else {
            let done = try await notebook.redo()
            return #expect(done == nil)
        }
        try await both("undo", "{\"now\":\(now),\"deed\":\"\(deed.opId.text)\"}") {
            let done = try await $0.redo()
            #expect(done != nil)
        }
    }

    private var deeds: Deeds { core.desk?.book.deeds ?? Deeds() }

    private func both(
        _ call: String, _ head: String, onFullDisk: Bool = false, _ body: (Notebook) async throws -> Void
    ) async throws {
        let done = try ask(call, head)
        if onFullDisk, let deed = done.head.text("deed") {
            try ask("withdraw", "{\"now\":\(now),\"deed\":\"\(deed)\"}")
        } else if !done.text.isEmpty {
            disk.journal.append(done.text)
        }
        if onFullDisk { try await notebook.refuseDeeds(true) }
        do {
            try await body(notebook)
            #expect(done.head["refused"] == nil, "the notebook did what the page refused: \(head)")
        } catch is ImpossibleChange {
            #expect(done.head["refused"] != nil, "the page did what the notebook refused: \(head)")
        } catch is UnsavedChange where onFullDisk {}
        if onFullDisk { try await notebook.refuseDeeds(false) }
    }

    /// Both are let into an account, under one name.
    func join() async throws {
        ether.nextDevice()
        try await notebook.postAndMoveIn(ether.address, "/v1/accounts", [])
        let status = await notebook.status
        (disk.book, disk.device) = (status.account, status.device)
        try ask("join", "{\"now\":\(now),\"book\":\"\(disk.book.text)\",\"device\":\"\(disk.device.text)\"}")
        try fold(whole: true)
    }

    /// Both begin again.
    func restart(folding: Bool) throws {
        if folding { try fold(whole: false) }
        notebook = try Notebook(folder: folder, transport: ether, time: ether.time)
        try openAgain()
    }

    /// Both exchange once with their servers, with the same fault.
    func exchange(_ fault: Ether.Fault) async throws {
        ether.set(fault)
        await notebook.exchangeForTwins()
        try ask("wake", "{\"why\":\"insist\"}")
        let asked = try ask("request", "{\"now\":\(now),\"book\":\"\(disk.book.text)\"}")
        guard case .integer(let number)? = asked.head["exchange"] else { throw NoExchange() }
        let head = "\"now\":\(now),\"book\":\"\(disk.book.text)\",\"exchange\":\(number)"
        let answered = try ether.answer(asked.text, from: disk.device, fault, of: &account)
        let taken =
            switch answered {
            case nil: try ask("failed", "{\(head)}")
            case let answer?: try ask("take", "{\(head),\"status\":\(answer.status)}", answer.body)
            }
        if !taken.text.isEmpty { disk.journal.append(taken.text) }
        guard case .wantsConfirmation? = core.desk?.replica.massDelete else { return }
        let decided = try ask("decide", "{\"now\":\(now),\"deletes\":true}")
        disk.journal.append(decided.text)
        try await notebook.confirmDeletions()
    }

    /// Another device changes something at both servers.
    func somebodyElse(_ operation: SyncOperation) {
        ether.push(operation)
        Ether.push(operation, to: &account, now: now)
    }

    /// Whether both have one book and show the same of it, and so have their servers.
    func areOneBook(after what: String) async throws -> Bool {
        guard let page = core.desk.map({ BookText($0.book) }) else { return false }
        let mine = await notebook.bookText
        for (name, text) in mine.texts where text != page.texts[name] {
            Issue.record("\(name) after \(what): \(BookText.difference(text, page.texts[name] ?? ""))")
        }
        #expect(mine.view == page.view, "the views differ after \(what)")
        #expect(mine.deeds == page.deeds, "what is remembered of the deeds differs after \(what)")
        #expect(mine.trouble == page.trouble, "the talk with the servers differs after \(what)")
        #expect(ether.account.slice == account.slice, "the servers differ after \(what)")
        return try await showTheSame(after: what) && mine.texts == page.texts && mine.deeds == page.deeds
            && mine.view == page.view
    }

    /// What the SDK's snapshot makes anew is what the page's core has kept through changes.
    private func showTheSame(after what: String) async throws -> Bool {
        let snapshot = await notebook.snapshot
        for (kind, tasks) in [
            ("inbox", snapshot.inbox), ("today", snapshot.today), ("past", snapshot.past),
            ("overdue", snapshot.overdue),
            ("upcoming", snapshot.upcoming.flatMap(\.tasks)), ("backlog", snapshot.backlog.groups.flatMap(\.tasks)),
            ("logbook", snapshot.completed().flatMap(\.tasks)),
        ] {
            let view = "{\"now\":\(now),\"view\":{\"kind\":\"\(kind)\"},\"from\":0,\"count\":1000}"
            let shown = (try ask("look", view).head.items("rows") ?? []).compactMap { $0.text("id") }
            guard shown == tasks.map(\.id.text) else {
                Issue.record("\(kind) after \(what): \(shown) and \(tasks.map(\.id.text))")
                return false
            }
        }
        return true
    }

    struct NoExchange: Error {}
}

extension Notebook {
    /// What is compared.
    var bookText: BookText { BookText(stored.book) }

    func exchangeForTwins() async {
        stored.insist()
        _ = await synchronizer.exchangeOnce()
    }

    /// The disk takes no deed.
    func refuseDeeds(_ refuses: Bool) throws {
        try stored.store.connection.execute(
            refuses
                ? "CREATE TEMP TRIGGER refuse BEFORE INSERT ON deed BEGIN SELECT RAISE(ABORT, 'full'); END"
                : "DROP TRIGGER refuse")
    }
}
