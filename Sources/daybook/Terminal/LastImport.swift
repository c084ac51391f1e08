import DaybookClient
import DaybookCore
import FoundationEssentials

/// An import that this device asked for, which it may take back and bring again. They are kept beside the notebook: the
/// server makes what is imported, so this device's own history does not know of it.
struct LastImport: Equatable {
    /// The account, as the server names it.
    let account: String
    /// The file's name.
    let name: String
    /// The server stopped in the middle of it, and the same file goes on there.
    let isPart: Bool
    /// It was taken back, and not brought again since.
    var wasUndone = false
    /// Whose changes are taken back next, and between which revisions of the account: those of the import, or of its
    /// undoing.
    var device: Identifier
    var since: Int64
    var until: Int64
    /// When that was done. Not before anything that was done here until then.
    var at: Instant
    /// What was done here last before it, since a clock may be set back; zero where there was nothing. Nil in what an
    /// earlier version wrote down.
    var after: Identifier?

    /// Takes it back, or brings it again; what others changed since stays.
    func turn(_ session: CommandSession) async throws -> TakenBack {
        let taken = try await session.notebook.takeBack(device, since: .revision(since), until: .revision(until))
        guard let undoing = taken.undoing else { return taken }
        var turned = self
        (turned.device, turned.since, turned.until) = (undoing.device, undoing.since, undoing.until)
        turned.wasUndone.toggle()
        let (at, after) = try await Self.moment(session)
        turned.at = at
        turned.after = after
        try Self.write(Self.read(session).map { $0 == self ? turned : $0 }, session)
        return taken
    }

    /// Now, and not before anything that was done here; and what was done here last.
    private static func moment(_ session: CommandSession) async throws -> (at: Instant, after: Identifier) {
        let last = try await session.notebook.deeds(limit: 1).first
        return (max(.now(), last?.at ?? .now()), last?.opId ?? .zero)
    }

    /// What was done here since, the latest first.
    private func doneSince(_ session: CommandSession) async throws -> [LocalChange] {
        let deeds = try await session.notebook.deeds(limit: 500)
        if after == .zero { return deeds }
        if let place = deeds.firstIndex(where: { $0.opId == after }) { return Array(deeds[..<place]) }
        return deeds.filter { $0.at > at }
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
        let rows = ["made", "changed"].flatMap { name in ["tasks", "lists"].map { report[name]?[$0] } }
        guard rows.contains(where: { $0 != .integer(0) }) || report["settings"] == true,
            let device = report["device"]?.text.flatMap({ Identifier($0) }),
            case .integer(let until)? = report["revision"]
        else { return false }
        // What was undone and not brought again is so for good once something else is done.
        var imports = read(session).filter { !$0.wasUndone }
        var since = before.revision
        if let part = imports.last, part.isPart, part.account == before.id, part.name == name {
            since = part.since
            imports.removeLast()
        }
        let (at, after) = try await moment(session)
        imports.append(
            LastImport(
                account: before.id, name: name, isPart: isPart, device: device, since: since, until: until, at: at,
                after: after))
        try write(imports.suffix(most), session)
        return true
    }

    /// The last that stands, if nothing was done on this device since that still stands.
    static func last(_ session: CommandSession) async throws -> LastImport? {
        guard let last = read(session).last(where: { !$0.wasUndone }) else { return nil }
        return try await last.doneSince(session).allSatisfy(\.wasUndone) ? last : nil
    }

    /// The one that was taken back last, if nothing was done on this device since; and whether not even something else
    /// was undone or done again.
    static func undone(_ session: CommandSession) async throws -> (import: LastImport, isLast: Bool)? {
        guard let undone = read(session).first(where: \.wasUndone) else { return nil }
        let since = try await undone.doneSince(session)
        return since.allSatisfy(\.undoes) ? (import: undone, isLast: since.isEmpty) : nil
    }

    /// It is of another account.
    func forget(_ session: CommandSession) throws { try Self.write(Self.read(session).filter { $0 != self }, session) }

    /// So many are remembered.
    private static let most = 20

    private static func file(_ session: CommandSession) -> URL { session.folder.appending(path: "last-imports.json") }

    private static func write(_ imports: some Collection<LastImport>, _ session: CommandSession) throws {
        let json = JSONWriter.text { json in
            json.objects("imports", Array(imports)) { json, one in
                json.member("account", one.account)
                json.member("name", one.name)
                json.member("isPart", one.isPart)
                json.member("wasUndone", one.wasUndone)
                json.member("device", one.device)
                json.member("since", one.since)
                json.member("until", one.until)
                json.member("at", one.at)
                json.member("after", one.after)
            }
        }
        try Data(json.utf8).write(to: file(session), options: .atomic)
    }

    private static func read(_ session: CommandSession) -> [LastImport] {
        guard let data = try? Data(contentsOf: file(session)), let json = try? JSONValue(json: Array(data)),
            case .array(let imports)? = json["imports"]
        else { return [] }
        return imports.compactMap { json in
            guard let account = json["account"]?.text, let name = json["name"]?.text,
                let device = json["device"]?.text.flatMap({ Identifier($0) }),
                case .integer(let since)? = json["since"],
                case .integer(let until)? = json["until"], let at = json["at"]?.text.flatMap({ Instant($0) })
            else { return nil }
            return LastImport(
                account: account, name: name, isPart: json["isPart"] == true, wasUndone: json["wasUndone"] == true,
                device: device, since: since, until: until, at: at,
                after: json["after"]?.text.flatMap { Identifier($0) })
        }
    }
}
