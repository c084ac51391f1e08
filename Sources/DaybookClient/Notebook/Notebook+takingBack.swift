import DaybookCore

/// What became of the changes of one device that were taken back, or what would become of them.
public struct TakenBack: Hashable, Sendable {
    /// Whose changes they are.
    public let device: Identifier
    /// What that device is called.
    public let deviceName: String
    /// How many tasks that makes.
    public let tasks: Rows
    /// How many lists that makes.
    public let lists: Rows
    /// Whether the account's settings are among it.
    public let settings: Bool
    /// Tasks that were erased for good since, and stay so.
    public let erased: Int64
    /// What others have changed since, and so stays as it is.
    public let kept: [UndoPlan.Kept]
    /// Which changes to take back to have it all again; nil where nothing was done.
    public let undoing: Changes?

    /// A device's changes between two revisions of the account.
    public struct Changes: Hashable, Sendable {
        /// Whose.
        public let device: Identifier
        /// After this one.
        public let since: Int64
        /// Up to this one.
        public let until: Int64
    }

    /// How many rows became what.
    public struct Rows: Hashable, Sendable {
        /// That the device had deleted, and that are here again.
        public let restored: Int64
        /// That the device had made, and that are gone.
        public let deleted: Int64
        /// That the device had changed otherwise.
        public let changed: Int64

        /// All of them.
        public var count: Int64 { restored + deleted + changed }

        init?(_ value: JSONValue?) {
            guard case .integer(let restored)? = value?["restored"], case .integer(let deleted)? = value?["deleted"],
                case .integer(let changed)? = value?["changed"]
            else { return nil }
            (self.restored, self.deleted, self.changed) = (restored, deleted, changed)
        }
    }

    /// There is nothing to take back.
    public var isEmpty: Bool { tasks.count == 0 && lists.count == 0 && !settings }

    init?(_ answer: JSONValue) {
        guard let device = answer["device"]?.identifier, case .string(let name)? = answer["device"]?["name"],
            let tasks = Rows(answer["tasks"]), let lists = Rows(answer["lists"]),
            case .bool(let settings)? = answer["settings"], case .integer(let erased)? = answer["erased"],
            case .array(let kept)? = answer["kept"]
        else { return nil }
        (self.device, deviceName, self.tasks, self.lists) = (device, name, tasks, lists)
        (self.settings, self.erased) = (settings, erased)
        self.kept = kept.compactMap { UndoPlan.Kept($0) }
        undoing =
            if let undo = answer["undo"], let device = undo["device"]?.identifier,
                case .integer(let since)? = undo["since"], case .integer(let until)? = undo["until"]
            {
                Changes(device: device, since: since, until: until)
            } else {
                nil
            }
    }
}

/// A moment of an account's history.
public enum HistoryMoment: Hashable, Sendable {
    /// By the server's clock.
    case time(Instant)
    /// After this change of the account.
    case revision(Int64)

    fileprivate var json: JSONValue {
        switch self {
        case .time(let instant): .string(instant.text)
        case .revision(let revision): .integer(revision)
        }
    }
}

extension Notebook {
    /// Takes back all that one device of the account did after a moment, an assistant for example: what others have
    /// changed since stays. Ask first, with what `rehearsing` tells: with it nothing is done.
    ///
    /// The server does it, so it has to be reached; throws `EntryFailure` where it did not do it. A large one takes as
    /// long as it takes: where no answer comes, it is asked for again, and done once. `undo(_:)` takes it back in turn.
    @discardableResult
    public func takeBack(
        _ device: Identifier, since: HistoryMoment, until: HistoryMoment? = nil, rehearsing: Bool = false
    ) async throws -> TakenBack {
        var members = [
            JSONMember("device", .string(device.text)), JSONMember("since", since.json),
            // Whoever asks has been told how many would go.
            JSONMember("dryRun", .bool(rehearsing)), JSONMember("confirmMassDelete", true),
        ]
        if let until { members.append(JSONMember("until", until.json)) }
        // What is unsent belongs to what is there.
        await sync()
        let path = "/v1/history/takeback"
        let answer = try await rehearsing ? asked("POST", path, members) : insisting(on: path, members)
        guard let taken = TakenBack(answer) else { throw EntryFailure.unreadable }
        if !rehearsing { await sync() }
        return taken
    }

    /// Brings back what was taken back. A rehearsal has done nothing, and leaves nothing to undo.
    @discardableResult
    public func undo(_ taken: TakenBack) async throws -> TakenBack {
        guard let changes = taken.undoing else { throw EntryFailure.unreadable }
        return try await takeBack(changes.device, since: .revision(changes.since), until: .revision(changes.until))
    }
}
