import DaybookCore

/// A book that has been opened: its replica, what was done here, how it stands with the server, and its views.
final class Desk {
    var replica: Replica
    var notes: Notes
    var sync = SyncState()
    /// The request that is on its way.
    var exchange: Replica.Exchange?
    /// How far the server is, as a live event told.
    var told: Int64 = 0
    /// What the last deed sends.
    var queued: [Identifier] = []
    /// Of a folding that is on its way, and how many writes it holds.
    var chunks: Chunks?
    var foldingWrites = 0
    var screens = Screens()
    let chance: Chance

    init(_ notes: Notes, chance: Chance, now: Instant) {
        replica = Replica(notes.parts, now: now)
        self.notes = notes
        self.notes.parts = ReplicaParts(account: notes.parts.base.account, device: notes.parts.device)
        self.chance = chance
    }

    func answer(
        _ question: Question, _ text: [UInt8], _ writer: inout JSONWriter
    ) throws(Refused) -> [UInt8] {
        switch question.call {
        case .do: return try act(question, &writer)
        case .undo: return try undo(question, &writer)
        case .withdraw: try withdraw(question, &writer)
        case .look: try look(question, &writer)
        case .outline: try outline(question, &writer)
        case .next: try next(question, &writer)
        case .wake: try wake(question)
        case .live: sync.hearsLive(question.flag("isLive"))
        case .request: return try request(question, &writer)
        case .take: return try take(question, text, &writer)
        case .failed: return try fail(question, &writer)
        case .event: return try hear(question, text, &writer)
        case .decide: return try decide(question, &writer)
        case .fold: return fold(question, &writer)
        case .chunkText: return try chunk(question, &writer)
        case .folded: folded()
        case .zone, .open, .chunk, .paper, .replay, .begin, .identifiers, .join: break
        }
        return []
    }

    // MARK: What all of them need

    /// Everything that is to be written down again.
    var whole: Notes {
        var notes = notes
        notes.parts = replica.parts
        return notes
    }

    /// Puts down what the replica changed, and whatever comes with it.
    func write(_ also: (inout Write) -> Void = { _ in }) -> [UInt8] {
        var write = Write(replica.standing)
        write.edits = replica.takeEdits()
        also(&write)
        notes.take(write)
        return write.json
    }

    func show(_ rows: RowSet) { screens.change(rows, in: replica.view) }

    func writeTouched(_ rows: RowSet, to writer: inout JSONWriter) {
        writer.object("touched") { writer in
            writer.member("tasks", rows.tasks.ordered())
            writer.member("lists", rows.lists.ordered())
            writer.member("settings", rows.settings)
            writer.member("everything", rows.everything)
        }
    }

    func identifier() -> Identifier {
        var chance = chance
        return .random(using: &chance)
    }

    /// The account's settings. Until somebody has chosen, days are those of the device's zone.
    var settings: AccountSettings {
        var settings = replica.view.settings
        if settings.clocks[.timeZone] == nil, settings.revision == 0 { settings.timeZone = notes.zone }
        return settings
    }

    func moment(at now: Instant) -> Moment { Moment(now, in: LocalDay(of: settings)) }
}
