import DaybookClient
import DaybookCore
import DaybookHost

/// Changes that gave way to others, and the decision about them.
enum ConflictsCommand {
    static let command = CommandSession.command(
        "conflicts", "Show changes that gave way to others, and decide about one",
        about:
            "Shows what a change wanted and what stands instead. With --take mine the change is made again, with --take theirs everything stays; either way the conflict is closed on every device. Without the server it shows those of this device and decides nothing.",
        words: [
            Command.Word(
                name: "CHANGE", help: "The beginning of its id, as this command shows it.", isOptional: true)
        ],
        options: [
            .init(
                name: "take", placeholder: "WHICH", choices: ["mine", "theirs"],
                help: "Make the change again, or leave everything as it stands.")
        ] + CommandSession.options,
        examples: [
            "daybook conflicts": "what gave way",
            "daybook conflicts 3f2a91 --take mine": "make that change again",
        ],
        run: { invocation, session in
            if let take = invocation.options["take"] {
                guard let reference = invocation.words.first else {
                    throw Refusal(usage: "--take needs CHANGE: which of 'daybook conflicts'?")
                }
                return try await settle(reference.lowercased(), take, session)
            }
            await session.look()
            let open = try await open(session).filter { $0.opId.text.hasPrefix(invocation.words.first ?? "") }
            session.tell("conflicts") { $0.array(open) { $0.value($1.document) } }
            guard !session.isJSON else { return }
            if open.isEmpty { return session.say(session.style.dim("No change gave way.")) }
            let names = ShortNames(open.map(\.opId.text))
            let zone = await session.notebook.day.zone
            let words = ChangeWords(lines: await session.lines())
            for conflict in open {
                let time = session.style.dim(conflict.at.map { Clock.local($0, zone) } ?? "")
                let short = session.style.dim(names.short(conflict.opId.text))
                let name = await conflict.name(session)
                session.say("\(time)  \(short)  \(name)")
                for field in conflict.fields {
                    session.say("    \(words.conflict(field.name, mine: field.mine, theirs: field.theirs))")
                }
            }
            session.say(session.style.dim("Decide with 'daybook conflicts CHANGE --take mine' or '--take theirs'."))
        })

    /// The server's, which are those of every device; without it this device's own.
    private static func open(_ session: CommandSession) async throws -> [OpenConflict] {
        let lost = try await session.notebook.lostChanges()
        guard !session.isOffline, await session.notebook.hasAccount else { return OpenConflict.of(lost) }
        let answer: JSONValue
        do {
            answer = try await session.notebook.asked("GET", "/v1/conflicts?limit=200")
        } catch EntryFailure.unreachable(
            let why)
        {
            if !session.isJSON { Terminal.complain(session.style.dim("The server cannot be reached (\(why)).")) }
            return OpenConflict.of(lost)
        }
        guard case .array(let items)? = answer["conflicts"] else { throw EntryFailure.unreadable }
        let open = items.compactMap { OpenConflict($0) }
        // What was decided elsewhere needs nobody's attention here.
        if answer["nextCursor"]?.isNull ?? true {
            let named = Set(open.map(\.opId))
            for opId in Set(lost.map(\.opId)).subtracting(named) { try await session.notebook.dismissLostChange(opId) }
        }
        return open
    }

    private static func settle(_ reference: String, _ take: String, _ session: CommandSession) async throws {
        guard await session.notebook.hasAccount else { throw Refusal.alone }
        guard !session.isOffline else {
            throw Refusal(usage: "the decision is the server's to make; leave --offline away")
        }
        let found = try await open(session).filter { $0.opId.text.hasPrefix(reference) }
        guard let conflict = found.first, found.count == 1 else {
            let which = TerminalStyle.line(reference)
            throw Refusal(
                sentence: found.isEmpty
                    ? "there is no open conflict '\(which)'" : "'\(which)' matches several conflicts; add letters")
        }
        let answer = try await session.notebook.asked(
            "POST", "/v1/conflicts/\(conflict.opId.text)/resolution", [JSONMember("take", .string(take))])
        try await session.notebook.dismissLostChange(conflict.opId)
        session.tell { $0.value(answer) }
        let name = await conflict.name(session)
        session.say(take == "mine" ? "Made again: \(name)" : "Left as it stands: \(name)")
        await session.send()
    }
}

/// A conflict that nobody has decided, as the API has it.
struct OpenConflict {
    let opId: Identifier
    let entity: String
    let row: Identifier?
    let at: Instant?
    /// What was wanted and what stands, field by field.
    let fields: [(name: String, mine: JSONValue, theirs: JSONValue)]
    let document: JSONValue

    init?(_ document: JSONValue) {
        guard let opId = document["opId"]?.text.flatMap({ Identifier($0) }) else { return nil }
        self.opId = opId
        self.document = document
        entity = document["entity"]?.text ?? ""
        row = document["id"]?.text.flatMap { Identifier($0) }
        at = document["at"]?.text.flatMap { Instant($0) }
        guard case .array(let items)? = document["fields"] else { return nil }
        fields = items.map { ($0["field"]?.text ?? "", $0["mine"] ?? .null, $0["theirs"] ?? .null) }
    }

    /// Those that this device was told of.
    static func of(_ lost: [LostChange]) -> [OpenConflict] {
        lost.compactMap { change in
            let fields = change.conflicts.map { conflict in
                JSONValue.object([
                    JSONMember("field", .string(conflict.field)), JSONMember("mine", conflict.mine),
                    JSONMember("theirs", conflict.theirs), JSONMember("reason", .string(conflict.reason.rawValue)),
                ])
            }
            return OpenConflict(
                .object([
                    JSONMember("opId", .string(change.opId.text)), JSONMember("entity", .string(change.entity.name)),
                    JSONMember("id", .string(change.id.text)), JSONMember("at", .string(change.at.text)),
                    JSONMember("fields", .array(fields)),
                ]))
        }
    }

    func name(_ session: CommandSession) async -> String {
        guard let row else { return entity }
        if let task = await session.notebook.task(row) { return "'\(TerminalStyle.line(task.title))'" }
        if let list = await session.notebook.list(row) { return "the list '\(TerminalStyle.line(list.name))'" }
        return entity == "settings" ? "the settings" : "a \(entity) that is gone"
    }
}
