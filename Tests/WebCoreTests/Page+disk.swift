import DaybookCore
import Testing

@testable import WebCore

/// What a keeper does with its disk, its server and its name.
extension Page {
    /// As another keeper that finds what lies on the disk.
    mutating func beginAgain() throws {
        let chance = chance
        core = Core(random: { chance.random.next() })
        try open()
        for (_, chunk) in disk.chunks.sorted(by: { $0.key < $1.key }) where !chunk.isEmpty {
            try ask("chunk", "{}", chunk)
        }
        if !disk.paper.isEmpty { try ask("paper", "{}", disk.paper) }
        let journal = Array("[".utf8) + disk.journal.joined(separator: [0x2C]) + Array("]".utf8)
        #expect(try ask("replay", "{}", journal)["refused"] == nil)
        try begin()
    }

    mutating func fold(whole: Bool = false) throws {
        let folding = try told("fold", "{\"whole\":\(whole)}")
        for case .integer(let number) in folding.head.items("chunks") ?? [] {
            disk.chunks[Int(number)] = try told("chunkText", "{\"number\":\(number)}").text
        }
        disk.paper = folding.text
        disk.journal = []
        try ask("folded", "{}")
    }

    /// Belongs to an account under a name from now on.
    mutating func join(book: String, device: String) throws {
        try ask("join", "{\"now\":\(now),\"book\":\"\(book)\",\"device\":\"\(device)\"}")
        (disk.book, disk.device) = (book, device)
        try fold(whole: true)
    }

    /// Exchanges with a server whose clock is so far ahead.
    mutating func exchange(with account: inout ServerAccount, ahead: Int64) throws {
        let asked = try told("request", "{\"now\":\(now),\"book\":\"\(disk.book)\"}")
        let (book, device) = (try #require(Identifier(disk.book)), try #require(Identifier(disk.device)))
        let read = try SyncRequest.read(asked.text, device: device, account: book)
        guard case .page(let page) = account.sync(read.request, now: Instant(milliseconds: now + ahead)),
            case .integer(let number)? = asked.head["exchange"]
        else { throw NoAnswer() }
        var answer = JSONWriter()
        page.write(to: &answer, answering: read.operations)
        let head = "{\"now\":\(now),\"book\":\"\(disk.book)\",\"exchange\":\(number),\"status\":200}"
        let taken = try told("take", head, answer.bytes)
        #expect(taken.head.text("received") == "merged")
        keep(taken.text)
    }
}

struct NoAnswer: Error {}
