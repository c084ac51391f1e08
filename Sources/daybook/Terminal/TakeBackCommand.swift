import DaybookClient
import DaybookCore
import DaybookHost

/// All that one device did since a moment.
enum TakeBackCommand {
    static let command = CommandSession.command(
        "takeback", "Take back all that one device did since a moment",
        about:
            "A device is also an app or an assistant with a token of its own. What others have changed since stays as it is. Says what it would come to, and asks.",
        words: [
            Command.Word(
                name: "DEVICE",
                help:
                    "Its whole name, or the beginning of its id; of one that has no access any more its whole id, which 'daybook history --all --json' tells."
            )
        ],
        options: [
            .init(name: "since", placeholder: "TIME", help: "From when on: \(PastMoment.help)."),
            .init(name: "until", placeholder: "TIME", help: "Up to when, if not up to now."),
            .init(name: "dry-run", help: "Change nothing; say what it would come to."), Question.option,
        ] + CommandSession.options,
        examples: [
            "daybook takeback Assistant --since 14:00 --dry-run": "see what it would come to",
            "daybook takeback 3f2a --since yesterday": "all since yesterday's beginning",
        ],
        run: { invocation, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            guard !session.isOffline else { throw Refusal(usage: "the server has to do it; leave --offline away") }
            guard let since = try await moment("since", invocation, session) else {
                throw Refusal(usage: "say from when on: --since 14:00")
            }
            let until = try await moment("until", invocation, session)
            let device = try await device(invocation.words[0], session)
            let rehearsal = try await session.notebook.takeBack(device, since: since, until: until, rehearsing: true)
            let name = "'\(TerminalStyle.line(rehearsal.deviceName))'"
            let span = await session.words(since, "since") + (session.words(until, " until"))
            if rehearsal.isEmpty || invocation.has("dry-run") {
                session.tell(rehearsal)
                guard !rehearsal.isEmpty else { return session.say("There is nothing of \(name) \(span).") }
                return session.say("All of \(name) \(span):\n\(rehearsal.lines)")
            }
            try session.confirm(invocation, "Take back all that \(name) did \(span)?\n\(rehearsal.lines)\n")
            let taken = try await session.notebook.takeBack(device, since: since, until: until)
            session.tell(taken)
            session.say("Taken back:\n\(taken.lines)")
            guard let undo = taken.undoing else { return }
            let command = "daybook takeback \(undo.device.text) --since \(undo.since) --until \(undo.until)"
            session.say(session.style.dim("This brings it back: \(command)"))
        })

    private static func moment(
        _ option: String, _ invocation: Invocation, _ session: CommandSession
    ) async throws -> HistoryMoment? {
        guard let text = invocation.options[option] else { return nil }
        guard let moment = PastMoment.read(text, at: await session.notebook.moment) else {
            throw Refusal(usage: "'\(TerminalStyle.line(text))' is not a time; expected \(PastMoment.help)")
        }
        return moment
    }

    /// The device of that name, or whose id begins so. A part of a name chooses none: what is meant may be one that has
    /// no access any more, and another would lose its work.
    private static func device(_ reference: String, _ session: CommandSession) async throws -> Identifier {
        if let whole = Identifier(reference) { return whole }
        let answer = try await session.notebook.asked("GET", "/v1/devices")
        var devices: [(id: Identifier, name: String)] = []
        if case .array(let values)? = answer["devices"] {
            devices = values.compactMap { value in
                guard let id = value["id"]?.text.flatMap({ Identifier($0) }), let name = value["name"]?.text else {
                    return nil
                }
                return (id, name)
            }
        }
        let word = reference.lowercased()
        var found = devices.filter { $0.name.lowercased() == word }
        if found.isEmpty, word.count >= 4 { found = devices.filter { $0.id.text.hasPrefix(word) } }
        if found.count == 1 { return found[0].id }
        let alike = devices.filter { $0.name.lowercased().contains(word) }
        let names = ShortNames(devices.map(\.id.text))
        let own = await session.notebook.status.device
        let some = (found.isEmpty ? (alike.isEmpty ? devices : alike) : found).prefix(20).map {
            "\n  \(names.short($0.id.text))  \(TerminalStyle.line($0.name))\($0.id == own ? "  (this device)" : "")"
        }.joined()
        let what = found.isEmpty ? "no device is called" : "several devices are called"
        let gone =
            "One that has no access any more is named by its whole id, which 'daybook history --all --json' tells."
        throw Refusal(sentence: "\(what) '\(TerminalStyle.line(reference))'; there are:\(some)\n\(gone)")
    }
}

extension TakenBack {
    /// What it comes to, in words.
    fileprivate var lines: String {
        var lines: [String] = []
        for (rows, one, many) in [(tasks, "task", "tasks"), (lists, "list", "lists")] where rows.count > 0 {
            let counts = [
                (rows.restored, "restored"), (rows.deleted, "deleted"), (rows.changed, "changed back"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            lines.append("  \(rows.count) \(rows.count == 1 ? one : many): \(counts)")
        }
        if settings { lines.append("  the settings") }
        let hidden = Set(kept.filter { $0.field == TaskList.hiddenFromAgents }.map(\.id)).count
        if hidden > 0 {
            lines.append("  \(hidden == 1 ? "1 list is" : "\(hidden) lists are") kept from assistants; that stays so")
        }
        let rows = Set(kept.filter { $0.field != TaskList.hiddenFromAgents }.map(\.id)).count
        if rows > 0 {
            lines.append("  \(rows == 1 ? "1 was" : "\(rows) were") changed by others since; that stays as it is")
        }
        if erased > 0 {
            lines.append("  \(erased == 1 ? "1 task was" : "\(erased) tasks were") erased for good, and stay so")
        }
        return lines.joined(separator: "\n")
    }
}

extension CommandSession {
    fileprivate func words(_ moment: HistoryMoment?, _ word: String) async -> String {
        switch moment {
        case nil: return ""
        case .time(let instant)?: return "\(word) \(Clock.local(instant, await notebook.day.zone))"
        case .revision(let revision)?: return "\(word) revision \(revision)"
        }
    }

    fileprivate func tell(_ taken: TakenBack) {
        tellObject { json in
            json.object("device") { json in
                json.member("id", taken.device)
                json.member("name", taken.deviceName)
            }
            for (name, rows) in [("tasks", taken.tasks), ("lists", taken.lists)] {
                json.object(name) { json in
                    json.member("restored", rows.restored)
                    json.member("deleted", rows.deleted)
                    json.member("changed", rows.changed)
                }
            }
            json.member("settings", taken.settings)
            json.member("erased", taken.erased)
            json.objects("kept", taken.kept) { json, field in
                json.member("entity", field.entity.name)
                json.member("id", field.id)
                json.member("field", field.field)
            }
        }
    }
}

/// A moment that is over, as people type it.
enum PastMoment {
    static let help =
        "a time of today such as 14:00, 2h or 3d for so long ago, today, yesterday, 2026-11-20, or a revision"

    static func read(_ text: String, at moment: Moment) -> HistoryMoment? {
        if let revision = Int64(text) { return revision >= 0 ? .revision(revision) : nil }
        return instant(text.lowercased(), at: moment).map { .time($0) }
    }

    private static func instant(_ text: String, at moment: Moment) -> Instant? {
        if let instant = Instant(text.uppercased()) { return instant }
        switch text {
        case "today": return moment.day.start(of: moment.today)
        case "yesterday": return moment.day.start(of: moment.day.yesterday(at: moment.now))
        default: break
        }
        if let date = CalendarDate(text) { return moment.day.start(of: date) }
        if let unit = text.last.flatMap({ ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800][$0] as Int64? }),
            let count = Int64(text.dropLast()), (1...10_000).contains(count)
        {
            return moment.now.adding(seconds: -count * unit)
        }
        guard text.contains(":"), case .some(.some(let next)) = QuickInstant.read(text, at: moment) else { return nil }
        guard next > moment.now else { return next }
        // A time of the day without a date is read as the next one; the one before is meant.
        let before = next.adding(seconds: -86_400)
        return before > moment.now ? nil : before
    }
}
