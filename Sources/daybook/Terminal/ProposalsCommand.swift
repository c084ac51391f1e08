import DaybookClient
import DaybookCore
import DaybookHost

/// What assistants would like to have done, and the decision about it.
enum ProposalsCommand {
    static let command = CommandSession.command(
        "proposals", "Show what assistants propose, and apply or dismiss it",
        about:
            "Lists what waits; with PROPOSAL, all that it would come to if it were applied now, by the numbers of its changes. Applied, it is one deed of this device, which one undo takes back, and what was left out of it is gone. If it would come to something else than was shown, nothing is done, and it is shown again.",
        words: [
            Command.Word(
                name: "PROPOSAL", help: "The beginning of its id, as this command shows it.", isOptional: true)
        ],
        options: [
            .init(name: "apply", help: "Do it: says what it would come to, and asks."),
            .init(name: "only", placeholder: "NUMBERS", help: "Only these of its changes, as 1,3-5."),
            .init(name: "dismiss", help: "Do nothing of it, and let it go. Asks."),
            .init(
                name: "tag", placeholder: "TAG",
                help: "Apply it only if it would come to what --json showed with this tag."),
            Question.option, Command.json, NotebookPlace.option,
        ],
        examples: [
            "daybook proposals": "what waits",
            "daybook proposals 3f2a": "what it would come to",
            "daybook proposals 3f2a --apply --only 1,3-5": "some of it",
        ],
        run: { invocation, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            let (applies, dismisses) = (invocation.has("apply"), invocation.has("dismiss"))
            guard !(applies && dismisses) else { throw Refusal(usage: "--apply or --dismiss, not both") }
            guard applies || invocation.options["tag"] == nil else { throw Refusal(usage: "--tag goes with --apply") }
            guard let reference = invocation.words.first else {
                guard !applies, !dismisses, invocation.options["only"] == nil else {
                    throw Refusal(usage: "PROPOSAL is missing: which of 'daybook proposals'?")
                }
                return try await list(session)
            }
            let proposal = try await session.proposal(reference)
            if dismisses { return try await dismiss(proposal, invocation, session) }
            let only = try invocation.options["only"].map { try numbers($0, upTo: proposal.count) }
            let rehearsal = try await session.notebook.rehearseProposal(proposal.id, only: only)
            if applies { return try await apply(rehearsal, invocation, session) }
            await show(rehearsal, session)
            guard !rehearsal.lines.isEmpty else { return }
            let command = "daybook proposals \(TerminalStyle.line(reference))"
            session.say(
                session.style.dim(
                    "Apply it with '\(command) --apply', some of it with '--only 1,2', or let it go with '--dismiss'."))
        })

    private static func list(_ session: CommandSession) async throws {
        let all = try await session.notebook.proposals()
        session.tellObject { $0.objects("proposals", all) { $0.members(of: $1) } }
        guard !session.isJSON else { return }
        if all.isEmpty { return session.say(session.style.dim("Nothing is proposed.")) }
        let zone = await session.notebook.day.zone
        let names = ShortNames(all.map(\.id.text))
        for proposal in all {
            let made = session.style.dim(Clock.local(proposal.madeAt, zone))
            let who = session.style.cyan(TerminalStyle.line(proposal.deviceName))
            let note = proposal.note.map { ": " + ChangeWords.quoted($0) } ?? ""
            session.say(
                "\(made)  \(session.style.dim(names.short(proposal.id.text)))  \(who)  \(count(proposal.count))\(note)")
        }
        session.say(
            session.style.dim("Nothing of it is done yet; 'daybook proposals PROPOSAL' says what it would come to."))
    }

    private static func show(_ rehearsal: ProposalRehearsal, _ session: CommandSession) async {
        session.tellObject { json in json.members(of: rehearsal) }
        guard !session.isJSON else { return }
        let text = await ProposalLines(rehearsal, session).text
        session.say(text)
    }

    private static func apply(
        _ rehearsal: ProposalRehearsal, _ invocation: Invocation, _ session: CommandSession
    ) async throws {
        if let tag = invocation.options["tag"], tag != rehearsal.tag { throw await changed(rehearsal, session) }
        guard !rehearsal.lines.isEmpty else {
            await show(rehearsal, session)
            throw Refusal(sentence: "nothing of it can be done any more; --dismiss lets it go")
        }
        let text = await ProposalLines(rehearsal, session).text
        let deletions = rehearsal.lines.filter { $0.kind == .delete }.count
        let deleting = deletions == 0 ? "" : ", which deletes \(CommandSession.count(deletions))"
        try session.confirm(invocation, "\(text)\nApply this\(deleting)?")
        let applied: AppliedProposal
        do {
            // Whoever asks has been told how many would go.
            applied = try await session.notebook.applyProposal(rehearsal, confirmingDeletions: true)
        } catch EntryFailure.refused("proposal_changed", _, _) {
            let now = try await session.notebook.rehearseProposal(rehearsal.proposal.id, only: rehearsal.actions)
            throw await changed(now, session)
        }
        session.tellObject { json in
            json.member("change", applied.change)
            json.member("done", applied.done.map { $0 + 1 })
            json.member("refused", applied.refused.map { $0 + 1 })
        }
        let left = applied.refused.isEmpty ? "" : "; \(applied.refused.count) could not be done"
        session.say("\(session.style.green("Applied")): \(count(applied.done.count))\(left)")
        session.say(session.style.dim("This takes all of it back: daybook undo \(applied.change.text)"))
    }

    private static func count(_ changes: Int) -> String { changes == 1 ? "1 change" : "\(changes) changes" }

    /// Shows what it would come to now, and says that nothing was done.
    private static func changed(_ now: ProposalRehearsal, _ session: CommandSession) async -> Refusal {
        await show(now, session)
        return Refusal(
            sentence: "something changed meanwhile, so nothing was done; this is what it would come to now",
            name: "proposal_changed")
    }

    private static func dismiss(
        _ proposal: Proposal, _ invocation: Invocation, _ session: CommandSession
    ) async throws {
        let who = TerminalStyle.line(proposal.deviceName)
        try session.confirm(invocation, "Dismiss what \(who) proposes? Nothing is changed, and it is gone.")
        try await session.notebook.dismissProposal(proposal.id)
        session.tellObject { $0.member("dismissed", proposal.id) }
        session.say("Dismissed: what \(who) proposed")
    }

    /// Numbers from 1 on and spans of them, as places from 0 on.
    static func numbers(_ text: String, upTo most: Int) throws -> Set<Int> {
        var places: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends[0], let last = ends[ends.count - 1], 1 <= first, first <= last, last <= most else {
                throw Refusal(usage: "--only: expected numbers from 1 to \(most), as 1,3-5")
            }
            places.formUnion(first - 1...last - 1)
        }
        return places
    }
}

extension CommandSession {
    /// The one that waits whose id begins so.
    fileprivate func proposal(_ reference: String) async throws -> Proposal {
        let found = try await notebook.proposals().filter { $0.id.text.hasPrefix(reference.lowercased()) }
        if let proposal = found.first, found.count == 1 { return proposal }
        let which = TerminalStyle.line(reference)
        throw Refusal(
            sentence: found.isEmpty
                ? "there is no proposal '\(which)' any more; see 'daybook proposals'"
                : "'\(which)' matches several proposals; add letters")
    }
}

extension JSONWriter {
    fileprivate mutating func members(of proposal: Proposal) {
        member("id", proposal.id)
        object("device") { json in
            json.member("id", proposal.device)
            json.member("name", proposal.deviceName)
        }
        member("madeAt", proposal.madeAt)
        member("expiresAt", proposal.expiresAt)
        member("note", proposal.note)
        member("count", proposal.count)
    }

    /// With the numbers that `--only` takes.
    fileprivate mutating func members(of rehearsal: ProposalRehearsal) {
        members(of: rehearsal.proposal)
        member("tag", rehearsal.tag)
        objects("changes", rehearsal.lines) { json, line in
            json.member("number", line.action.map { $0 + 1 })
            json.member("id", line.task)
            json.member("title", line.title)
            json.member("kind", line.kind.rawValue)
            json.objects("changes", line.changes) { json, change in
                json.member("field", change.field)
                json.member("old", change.old)
                json.member("new", change.new)
            }
            json.member("concluded", line.isConcluded)
        }
        objects("refused", rehearsal.refused) { json, refusal in
            json.member("number", refusal.action + 1)
            json.member("id", refusal.task)
            json.member("code", refusal.code)
            json.member("sentence", refusal.sentence)
        }
    }
}
