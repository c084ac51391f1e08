import DaybookCore
import Seeds

/// Two devices that do whatever comes, and the account that they share.
struct Play {
    var random: SeededRandom
    var transcript = Transcript()
    private var devices: [Device] = []
    private var account: ServerAccount
    private var now: Int64 = 1_795_500_000_000
    private var deeds: [[String]] = [[], []]
    private let book: Identifier
    /// How far the server's clock is before the devices'.
    private let ahead: Int64

    private static let zones = ["Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "UTC"]
    /// None of them is another one in another canonical form: those two are one here, and two in the browser until the
    /// server has answered. Tags are composed, so there both forms are tried.
    static let words = [
        "Tea", "Milk & bread", "Café", "Straße", "日本語のタスク", "\u{1F469}\u{200D}\u{1F680} launch",
        "ﬁle",
        "a \"quoted\" one", "tab\there", "", " spaced ", String(repeating: "long ", count: 60), "Éire", "naïve",
    ]

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        book = .random(using: &random)
        ahead = Int64(random.below(200_000)) - 100_000
        account = ServerAccount(account: book, epoch: .random(using: &random))
        for number in 0..<2 {
            devices.append(Device(number))
            for zone in Self.zones { try giveZone(zone, to: number) }
            devices[number].book = .random(using: &random)
            try open(number, as: .random(using: &random))
        }
    }

    /// One thing that happens.
    mutating func step() throws {
        now += Int64(random.below(random.chance(5) ? 40_000_000 : 90_000))
        let device = random.below(2)
        switch random.below(100) {
        case ..<52: try gesture(device)
        case ..<60: try undo(device)
        case ..<74: try exchange(device)
        case ..<92: try look(device)
        case ..<95: try fold(device)
        case ..<97: try open(device, as: nil)
        case ..<98: try odd(device)
        case ..<99: try join(device)
        default: try hear(device)
        }
    }

    mutating func ask(
        _ device: Int, _ name: String, _ head: String, _ text: [UInt8] = []
    ) throws -> (head: JSONValue, text: [UInt8]) {
        let seed = random.next()
        return try devices[device].ask(name, head, text, seed: seed, into: &transcript)
    }

    // MARK: Beginning

    private mutating func giveZone(_ name: String, to device: Int) throws {
        let zone = try Zone(name).unwrapped("no zone \(name)")
        var starts: [Int64] = []
        var offsets: [Int] = []
        let span = Instant(milliseconds: -2_208_988_800_000)..<Instant(milliseconds: 4_102_444_799_000)
        for (from, seconds) in zone.offsets(during: span) {
            starts.append(from.milliseconds / 1000)
            offsets.append(seconds)
        }
        _ = try ask(device, "zone", "{\"name\":\"\(name)\",\"starts\":\(starts),\"offsets\":\(offsets)}")
    }

    /// Begins, or begins again from what lies on the disk.
    private mutating func open(_ device: Int, as name: Identifier?) throws {
        if let name { devices[device].name = name }
        let head =
            "{\"book\":\"\(devices[device].book.text)\",\"device\":\"\(devices[device].name.text)\","
            + "\"zone\":\"Europe/Berlin\"}"
        _ = try ask(device, "open", head)
        for (_, chunk) in devices[device].chunks.sorted(by: { $0.key < $1.key }) where !chunk.isEmpty {
            _ = try ask(device, "chunk", "{}", chunk)
        }
        if !devices[device].paper.isEmpty { _ = try ask(device, "paper", "{}", devices[device].paper) }
        let journal = Array("[".utf8) + devices[device].journal.joined(separator: Array(",".utf8)) + Array("]".utf8)
        _ = try ask(device, "replay", "{}", journal)
        _ = try ask(device, "begin", "{\"now\":\(now)}")
    }

    /// Is let into the account that all share, or in again under another name.
    private mutating func join(_ device: Int) throws {
        devices[device].name = .random(using: &random)
        devices[device].book = book
        let head = "{\"now\":\(now),\"book\":\"\(book.text)\",\"device\":\"\(devices[device].name.text)\"}"
        _ = try ask(device, "join", head)
        try writeDown(device, whole: true)
        try end(foldingOf: device)
    }

    private mutating func fold(_ device: Int) throws {
        try writeDown(device, whole: random.chance(20))
        if random.chance(90) { try end(foldingOf: device) }
    }

    private mutating func writeDown(_ device: Int, whole: Bool) throws {
        let folding = try ask(device, "fold", "{\"whole\":\(whole)}")
        for case .integer(let number) in folding.head.items("chunks") ?? [] {
            devices[device].chunks[Int(number)] = try ask(device, "chunkText", "{\"number\":\(number)}").text
        }
        devices[device].paper = folding.text
    }

    private mutating func end(foldingOf device: Int) throws {
        _ = try ask(device, "folded", "{}")
        devices[device].journal = []
    }

    // MARK: Doing

    private mutating func gesture(_ device: Int) throws {
        guard let gesture = try anyGesture(device) else { return }
        try keep(try ask(device, "do", "{\"now\":\(now),\"gesture\":\(gesture)}"), device)
    }

    private mutating func keep(_ done: (head: JSONValue, text: [UInt8]), _ device: Int) throws {
        guard !done.text.isEmpty else { return }
        if let deed = done.head.text("deed") {
            if random.chance(5) {
                _ = try ask(device, "withdraw", "{\"now\":\(now),\"deed\":\"\(deed)\"}")
                return
            }
            deeds[device].append(deed)
        }
        devices[device].journal.append(done.text)
    }

    private mutating func undo(_ device: Int) throws {
        guard let deed = deeds[device].suffix(6).randomElement(using: &random) else { return }
        try keep(try ask(device, "undo", "{\"now\":\(now),\"deed\":\"\(deed)\"}"), device)
    }

    /// Rows that a device sees, by their views.
    mutating func rows(_ device: Int, in view: String) throws -> [String] {
        let answer = try ask(device, "look", "{\"now\":\(now),\"view\":\(view),\"from\":0,\"count\":60}")
        return answer.head.items("rows")?.compactMap { $0.text("id") } ?? []
    }

    private mutating func look(_ device: Int) throws {
        _ = try rows(device, in: anyView)
        _ = try ask(device, "outline", "{\"now\":\(now)}")
    }

    // MARK: In step

    private mutating func exchange(_ device: Int) throws {
        guard devices[device].book == book else { return try join(device) }
        if random.chance(30) { _ = try ask(device, "wake", "{\"why\":\"insist\"}") }
        _ = try ask(device, "next", "{\"now\":\(now)}")
        let asked = try ask(device, "request", "{\"now\":\(now),\"book\":\"\(book.text)\"}")
        guard case .integer(let number)? = asked.head["exchange"] else { return }
        let head = "\"now\":\(now),\"book\":\"\(book.text)\",\"exchange\":\(number)"
        switch random.below(20) {
        case 0: return try take(ask(device, "failed", "{\(head)}"), device)
        case 1:
            let problem = random.pick([
                "{\"code\":\"token_unknown\",\"title\":\"No.\"}", "{\"code\":\"request_invalid\"}", "<html>", "",
            ])
            let status = random.pick([400, 401, 403, 413, 429, 500, 503, 507]) ?? 500
            let body = Array((problem ?? "").utf8)
            return try take(ask(device, "take", "{\(head),\"status\":\(status),\"retryAfter\":3}", body), device)
        default: break
        }
        let read = try SyncRequest.read(asked.text, device: devices[device].name, account: book)
        var request = read.request
        if random.chance(20) { request.limit = 1 + random.below(5) }
        if random.chance(2) { account = account.restored(epoch: .random(using: &random)) }
        var status = 200
        var writer = JSONWriter()
        switch account.sync(request, now: Instant(milliseconds: now + ahead)) {
        case .page(let page): page.write(to: &writer, answering: read.operations)
        case .gone: status = 410
        case .massDeleteRefused(let deletions, let total):
            status = 409
            writer.object { writer in
                writer.member("code", MergeResult.massDeleteCode)
                writer.member("deletions", deletions)
                writer.member("of", total)
            }
        }
        // An answer may be lost, and what was sent is sent again.
        if random.chance(8) { return }
        try take(ask(device, "take", "{\(head),\"status\":\(status)}", writer.bytes), device)
        guard status == 409 else { return }
        let decided = try ask(device, "decide", "{\"now\":\(now),\"deletes\":\(random.chance(50))}")
        devices[device].journal.append(decided.text)
    }

    private mutating func take(_ taken: (head: JSONValue, text: [UInt8]), _ device: Int) throws {
        if !taken.text.isEmpty { devices[device].journal.append(taken.text) }
    }

    private mutating func hear(_ device: Int) throws {
        let event = LiveEvent(cursor: SyncCursor(epoch: account.epoch, revision: account.slice.revision))
        var writer = JSONWriter()
        event.write(to: &writer)
        try take(ask(device, "event", "{\"now\":\(now),\"book\":\"\(book.text)\"}", writer.bytes), device)
    }

    /// What nobody should ask.
    private mutating func odd(_ device: Int) throws {
        _ = try ask(device, random.pick(["nothing", "look", "do", "undo", "begin", "take"]) ?? "", "{\"now\":1}")
        _ = try ask(device, "look", "{\"now\":")
    }
}

extension Optional {
    func unwrapped(_ what: String) throws -> Wrapped {
        guard let self else { throw Missing(what: what) }
        return self
    }
}

struct Missing: Error {
    let what: String
}
