import DaybookClient
import DaybookCore
import FoundationEssentials

/// An import that this device asked for, until it is taken back. They are kept beside the notebook: the server makes
/// what is imported, so this device's own history does not know of it.
struct LastImport: Equatable {
    /// The account, as the server names it.
    let account: String
    /// The account's revision before and after.
    let from: Int64
    let to: Int64
    /// Not before anything that was done here until then.
    let at: Instant
    /// Changes that it made: one for each task and list, and one for settings.
    let size: Int64
    /// The file's name.
    let name: String
    /// The server stopped in the middle of it, and the same file goes on there.
    let isPart: Bool

    /// Taken back one by one where something came after it, well within what a device may ask in a minute.
    private static let few = 300

    /// Takes it back, the later changes of others excepted. Answers what somebody changed since and was left.
    func takeBack(_ session: CommandSession) async throws -> Set<String> {
        let now = try await Self.account(session)
        // Each change of it took one revision. Where there were more, somebody else changed something while it ran.
        if now.revision == to, to - from == size {
            let answer = try await session.notebook.asked(
                "POST", "/v1/account/restoration",
                [JSONMember("to", .integer(from)), JSONMember("confirmMassDelete", .bool(true))])
            return Self.kept(answer)
        }
        guard size <= Self.few else {
            throw Refusal(
                sentence:
                    "something else was changed since the import of \(name), and it is too large to be taken back alone. The History of the web app puts the whole account back to before it"
            )
        }
        return try await takeBackEach(session)
    }

    /// The latest first, so that a list goes after what is in it.
    private func takeBackEach(_ session: CommandSession) async throws -> Set<String> {
        var kept: Set<String> = []
        var cursor: String?
        repeat {
            let page = try await session.notebook.asked(
                "GET", "/v1/history?limit=200\(cursor.map { "&cursor=\($0)" } ?? "")")
            guard case .array(let entries)? = page["entries"] else { break }
            for entry in entries {
                guard case .integer(let revision)? = entry["revision"], let opId = entry["opId"]?.text else { continue }
                if revision <= from { return kept }
                guard revision <= to, entry["device"]?["name"]?.text == "Import" else { continue }
                do {
                    kept.formUnion(Self.kept(try await session.notebook.asked("POST", "/v1/history/\(opId)/undo", [])))
                } catch EntryFailure.refused("gone", _, _) {} catch EntryFailure.refused("not_found", _, _) {}
            }
            cursor = page["nextCursor"]?.text
        } while cursor != nil
        return kept
    }

    private static func kept(_ answer: JSONValue) -> Set<String> {
        guard case .array(let fields)? = answer["kept"] else { return [] }
        return Set(fields.compactMap { $0["field"]?.text })
    }

    /// The account as the server has it now.
    static func account(_ session: CommandSession) async throws -> (id: String, revision: Int64) {
        let answer = try await session.notebook.asked("GET", "/v1/account")
        guard let id = answer["id"]?.text, case .integer(let revision)? = answer["revision"] else {
            throw EntryFailure.unreadable
        }
        return (id, revision)
    }
}

extension LastImport {
    /// Remembers what an import came to. False where it changed nothing, and there is nothing to take back.
    static func remember(
        _ report: JSONValue, of name: String, since before: (id: String, revision: Int64), isPart: Bool,
        _ session: CommandSession
    ) async throws -> Bool {
        func number(_ value: JSONValue?) -> Int64 { if case .integer(let number)? = value { number } else { 0 } }
        let rows = ["made", "changed"].reduce(0) {
            $0 + number(report[$1]?["tasks"]) + number(report[$1]?["lists"])
        }
        let size = rows + (report["settings"] == true ? 1 : 0)
        guard size > 0, case .integer(let to)? = report["revision"] else { return false }
        let earlier = try await session.notebook.deeds(limit: 1).first?.at
        var (from, all, joins) = (before.revision, size, false)
        if let part = read(session).last, part.isPart, part.to == from, part.account == before.id, part.name == name {
            (from, all, joins) = (part.from, part.size + size, true)
        }
        var imports = read(session)
        if joins { imports.removeLast() }
        imports.append(
            LastImport(
                account: before.id, from: from, to: to, at: max(.now(), earlier ?? .now()), size: all, name: name,
                isPart: isPart))
        try write(imports.suffix(most), session)
        return true
    }

    /// The last that is remembered, if nothing was done on this device since that still stands.
    static func last(_ session: CommandSession) async throws -> LastImport? {
        guard let last = read(session).last else { return nil }
        let standing = try await session.notebook.deeds(limit: 500).first { !$0.wasUndone }
        return standing.map { $0.at > last.at } ?? false ? nil : last
    }

    /// The last was taken back, or is of another account: the one before it is the last again.
    static func forgetLast(_ session: CommandSession) throws { try write(read(session).dropLast(), session) }

    /// So many are remembered.
    private static let most = 20

    private static func file(_ session: CommandSession) -> URL { session.folder.appending(path: "last-imports.json") }

    private static func write(_ imports: some Collection<LastImport>, _ session: CommandSession) throws {
        let json = JSONWriter.text { json in
            json.objects("imports", Array(imports)) { json, one in
                json.member("account", one.account)
                json.member("from", one.from)
                json.member("to", one.to)
                json.member("at", one.at)
                json.member("size", one.size)
                json.member("name", one.name)
                json.member("isPart", one.isPart)
            }
        }
        try Data(json.utf8).write(to: file(session), options: .atomic)
    }

    private static func read(_ session: CommandSession) -> [LastImport] {
        guard let data = try? Data(contentsOf: file(session)), let json = try? JSONValue(json: Array(data)),
            case .array(let imports)? = json["imports"]
        else { return [] }
        return imports.compactMap { json in
            guard let account = json["account"]?.text, case .integer(let from)? = json["from"],
                case .integer(let to)? = json["to"], let at = json["at"]?.text.flatMap({ Instant($0) }),
                case .integer(let size)? = json["size"], let name = json["name"]?.text
            else { return nil }
            return LastImport(
                account: account, from: from, to: to, at: at, size: size, name: name, isPart: json["isPart"] == true)
        }
    }
}
