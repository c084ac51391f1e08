import DaybookClient
import DaybookCore

/// Where the server tells reminders.
enum ChannelCommand {
    static let command = Command(
        name: "channel", summary: "Choose where the server sends reminders",
        subcommands: [list, add, test, log, replay, remove])

    private static let word = Command.Word(
        name: "CHANNEL", help: "The beginning of its id, or its name, as 'daybook channel list' shows them.")
    private static let options = [Command.json, NotebookPlace.option]

    private static func make(
        _ name: String, _ summary: String, about: String = "", words: [Command.Word] = [],
        options more: [Command.Option] = [], examples: KeyValuePairs<String, String>,
        run: @escaping @Sendable (Invocation, CommandSession) async throws -> Void
    ) -> Command {
        CommandSession.command(
            name, summary, about: about, words: words, options: more + options, examples: examples,
            run: { invocation, session in
                guard await session.notebook.hasAccount else { throw Refusal.alone }
                try await run(invocation, session)
            })
    }

    private static let list = make(
        "list", "Show the channels of this account",
        examples: ["daybook channel list": "with what each is told, and whether it works"],
        run: { _, session in
            let channels = try await session.notebook.channels()
            session.tellObject { $0.member("channels", channels) }
            guard !session.isJSON else { return }
            if channels.isEmpty {
                return session.say(session.style.dim("There is no channel. See 'daybook channel add --help'."))
            }
            let lines = ChannelLines(
                session.style, channels, at: await session.notebook.moment, here: await session.notebook.status.device)
            for channel in channels { session.say(lines.line(channel)) }
        })

    /// Browsers and phones add theirs by themselves.
    private static let kinds: [ChannelKind] = [.live, .webhook, .ntfy, .gotify, .unifiedPush, .email]

    private static let add = make(
        "add", "Have the server send reminders somewhere",
        about:
            "live tells 'daybook remind --watch' on this device and needs no ADDRESS. webhook posts signed requests to a URL; its secret is shown once. ntfy takes a topic's URL, gotify a server's, unifiedPush an endpoint, email an address. The same channel once more changes nothing.",
        words: [
            Command.Word(name: "KIND", help: "In which way.", choices: kinds.map(\.rawValue)),
            Command.Word(name: "ADDRESS", help: "The URL, or the email.", isOptional: true),
        ],
        options: [
            .init(name: "name", placeholder: "TEXT", help: "What to call it. [KIND]"),
            .init(
                name: "wants", placeholder: "WHAT",
                help:
                    "What to send, with commas between: \(ChannelWant.all.map(\.rawValue).joined(separator: ", ")). [all but changes]"
            ),
            .init(name: "token", help: "Ask for an access token of the ntfy server; gotify's is always asked for."),
        ],
        examples: [
            "daybook channel add live": "tell this device",
            "daybook channel add ntfy https://ntfy.example.org/my-topic": "a topic that a phone listens to",
            "daybook channel add webhook https://example.org/hook --name Home --wants changes":
                "for a program of one's own",
        ],
        run: { invocation, session in
            let address = try address(invocation)
            let wants = try wants(invocation.options["wants"])
            let name = invocation.options["name"] ?? address.kind.rawValue
            let (channel, secret) = try await session.notebook.addChannel(
                address, name: name, wants: wants, language: session.language)
            session.tellObject { json in
                json.member("channel", channel)
                if let secret { json.member("secret", secret) }
            }
            session.say(session.style.green("Added") + " '\(TerminalStyle.line(channel.name))'.")
            if let secret {
                session.say("Its secret, shown only now: \(session.style.bold(TerminalStyle.line(secret)))")
            }
        })

    static func address(_ invocation: Invocation) throws -> ChannelAddress {
        let kind = ChannelKind(rawValue: invocation.words[0])
        let given = invocation.words.dropFirst().first
        guard !invocation.has("token") || kind == .ntfy || kind == .gotify else {
            throw Refusal(usage: "--token is for ntfy and gotify")
        }
        guard let given else {
            guard kind == .live else { throw Refusal(usage: "\(kind.rawValue) needs an ADDRESS") }
            return .live
        }
        switch kind {
        case .webhook: return .webhook(url: given)
        case .ntfy: return .ntfy(url: given, token: invocation.has("token") ? try Secrets.hidden("Access token") : nil)
        case .gotify: return .gotify(url: given, token: try Secrets.hidden("Token of the application"))
        case .unifiedPush: return .unifiedPush(endpoint: given)
        case .email: return .email(given)
        default: throw Refusal(usage: "\(kind.rawValue) takes no ADDRESS")
        }
    }

    static func wants(_ text: String?) throws -> Set<ChannelWant> {
        guard let text else { return ChannelWant.usual }
        let words = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
        let wants = words.compactMap { word in ChannelWant.all.first { $0.rawValue == word.lowercased() } }
        guard wants.count == words.count, !wants.isEmpty else {
            let known = ChannelWant.all.map(\.rawValue).joined(separator: ", ")
            throw Refusal(usage: "--wants: expected some of \(known), with commas between")
        }
        return Set(wants)
    }

    private static let test = make(
        "test", "Send a message over a channel, to see whether it arrives", words: [word],
        examples: ["daybook channel test home": "then 'daybook channel log home' says what became of it"],
        run: { invocation, session in
            let channel = try await session.channel(invocation.words[0])
            let delivery = try await session.notebook.testChannel(channel.id)
            session.tell("delivery") { delivery.write(to: &$0) }
            let name = TerminalStyle.line(channel.name)
            switch delivery.state {
            case .delivered: session.say(session.style.green("Delivered") + " to '\(name)'.")
            case .failed, .dropped:
                let reason = delivery.reason.map { ": " + TerminalStyle.line($0) } ?? ""
                throw Refusal(sentence: "nothing was delivered to '\(name)'\(reason)")
            default:
                session.say("A message to '\(name)' is on its way; 'daybook channel log' says what becomes of it.")
            }
        })

    private static let log = make(
        "log", "Show what was sent over a channel, and what became of it", words: [word],
        options: [.init(name: "limit", placeholder: "N", help: "Show at most this many. [20]")],
        examples: ["daybook channel log home": "the latest first, with the reason where something failed"],
        run: { invocation, session in
            guard let most = AdminCommand.number(invocation, "limit", default: 20), (1...200).contains(most) else {
                throw Refusal(usage: "--limit: expected 1 to 200")
            }
            let channel = try await session.channel(invocation.words[0])
            let deliveries = try await session.notebook.deliveries(of: channel.id, limit: most).deliveries
            session.tellObject { $0.member("deliveries", deliveries) }
            guard !session.isJSON else { return }
            if deliveries.isEmpty { return session.say(session.style.dim("Nothing was sent yet.")) }
            let zone = await session.notebook.day.zone
            for delivery in deliveries {
                var title: String?
                if let task = delivery.task { title = await session.notebook.task(task)?.title }
                session.say(ChannelLines.line(delivery, title: title, zone, session.style))
            }
        })

    private static let replay = make(
        "replay", "Tell a webhook changes once more", words: [word],
        options: [
            .init(
                name: "since", placeholder: "WHEN",
                help: "After this revision of the account, or since this time, such as 2026-11-21T09:00:00Z.")
        ],
        examples: ["daybook channel replay home --since 40": "what 'daybook channel list' counts as changes"],
        run: { invocation, session in
            guard let text = invocation.options["since"] else { throw Refusal(usage: "--since is missing") }
            let named = try await session.channel(invocation.words[0])
            let channel: Channel
            if let revision = Int64(text) {
                channel = try await session.notebook.replayChanges(over: named.id, after: revision)
            } else {
                guard let instant = try await session.instant(text) else {
                    throw Refusal(usage: "--since: expected a revision or a time")
                }
                channel = try await session.notebook.replayChanges(over: named.id, since: instant)
            }
            session.tell("channel") { channel.write(to: &$0) }
            let revision = channel.changes.map { " after revision \($0.revision)" } ?? ""
            session.say("Changes\(revision) go to '\(TerminalStyle.line(channel.name))' once more.")
        })

    private static let remove = make(
        "remove", "Send nothing over a channel any more", words: [word],
        examples: ["daybook channel remove home": "what was sent before stays where it arrived"],
        run: { invocation, session in
            let channel = try await session.channel(invocation.words[0])
            try await session.notebook.removeChannel(channel.id)
            session.tell("removed") { channel.write(to: &$0) }
            session.say("Removed '\(TerminalStyle.line(channel.name))'.")
        })
}

extension CommandSession {
    /// The one channel that a word of the command line names.
    fileprivate func channel(_ reference: String) async throws -> Channel {
        let channels = try await notebook.channels()
        let wanted = reference.lowercased()
        let byId = wanted.count >= 4 ? channels.filter { $0.id.text.hasPrefix(wanted) } : []
        let found = byId.isEmpty ? channels.filter { $0.name.lowercased() == wanted } : byId
        switch found.count {
        case 0: throw Refusal(sentence: "there is no channel '\(TerminalStyle.line(reference))'")
        case 1: return found[0]
        default:
            throw Refusal(
                sentence: "'\(TerminalStyle.line(reference))' matches \(found.count) channels; name one by its id")
        }
    }
}
