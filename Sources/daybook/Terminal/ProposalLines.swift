import DaybookClient
import DaybookCore

/// What a proposal would come to, in words, by the numbers of its actions. It leaves nothing out.
struct ProposalLines {
    private let rehearsal: ProposalRehearsal
    private let words: ChangeWords
    private let zone: Zone

    init(_ rehearsal: ProposalRehearsal, _ session: CommandSession) async {
        self.rehearsal = rehearsal
        zone = await session.notebook.day.zone
        // Parts may be named that are new with it.
        var titles = Dictionary(
            rehearsal.lines.compactMap { line in line.title.map { (line.task, $0) } }, uniquingKeysWith: { $1 })
        let named =
            rehearsal.lines.flatMap { line in
                line.changes.filter { $0.field == TaskField.parentId.name }.compactMap { $0.new.text }
            }.compactMap { Identifier($0) } + rehearsal.refused.compactMap(\.task)
        for task in named where titles[task] == nil { titles[task] = await session.notebook.task(task)?.title }
        words = ChangeWords(lines: await session.lines(), titles: titles)
    }

    /// All of it. Where something can be done, each action stands behind its number.
    var text: String {
        let numbers = Set(rehearsal.lines.compactMap(\.action) + rehearsal.refused.map(\.action)).sorted()
        let width = max(4, "\(rehearsal.proposal.count)".count + 2)
        let parts = numbers.flatMap { action -> [String] in
            let number = "\(action + 1)"
            let margin = String(repeating: " ", count: width - number.count) + number + "  "
            return indented(told(action), margin)
        }
        let others = rehearsal.lines.filter { $0.action == nil }.flatMap(told)
        let besides =
            others.isEmpty ? [] : ["  and with them"] + indented(others, String(repeating: " ", count: width + 2))
        return ([head] + parts + besides).joined(separator: "\n")
    }

    private var head: String {
        let proposal = rehearsal.proposal
        let (made, end) = (Clock.local(proposal.madeAt, zone), Clock.local(proposal.expiresAt, zone))
        let note = proposal.note.map { "\n" + indented([TerminalStyle.lines($0)], "  ").joined(separator: "\n") } ?? ""
        let what =
            rehearsal.lines.isEmpty
            ? "Nothing of it can be done any more:" : "Nothing is changed yet. It would come to:"
        return "\(TerminalStyle.line(proposal.deviceName)) proposed, \(made), waits until \(end):\(note)\n\(what)"
    }

    /// What comes of one action.
    private func told(_ action: Int) -> [String] {
        let lines = rehearsal.lines.filter { $0.action == action }
        let refused = rehearsal.refused.filter { $0.action == action }.map { refusal in
            let name = (refusal.task.flatMap { words.titles[$0] } ?? refusal.title).map(ChangeWords.quoted)
            return "\(name ?? "a task that is gone"): cannot be done: \(TerminalStyle.line(refusal.sentence))"
        }
        return refused + lines.filter { !$0.isConcluded }.flatMap(told) + lines.filter(\.isConcluded).flatMap(told)
    }

    private func told(_ line: ProposalRehearsal.Line) -> [String] {
        let changes = line.changes.map { ChangeWords.Change($0.field, old: $0.old, new: $0.new) }
        let name = line.title.map(ChangeWords.quoted) ?? "a task"
        let sentence = words.deed(
            line.kind.rawValue, name, changes, isByItself: line.isConcluded, follows: line.isConcluded)
        // What is concluded takes over what the task before it has.
        guard !line.isConcluded else { return [sentence] }
        return [sentence] + words.rest(of: changes, isNew: line.kind == .create).map { "  \($0)" }
    }

    /// Each line of the texts, the first behind the margin and the others below it.
    private func indented(_ texts: [String], _ margin: String) -> [String] {
        let space = String(repeating: " ", count: margin.count)
        let lines = texts.flatMap { text -> [String] in
            let own = String(text.prefix { $0 == " " })
            // What a text has below its first line stands as far in as that.
            let parts: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
            return parts.enumerated().map { place, part in place == 0 ? String(part) : own + part }
        }
        return lines.enumerated().map { place, line in (place == 0 ? margin : space) + line }
    }
}
