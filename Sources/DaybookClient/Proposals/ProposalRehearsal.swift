import DaybookCore

/// What a proposal, or some actions of it, would come to as things are. This is what a person looks at before it is
/// applied, and nothing else is.
public struct ProposalRehearsal: Hashable, Sendable {
    /// What it is of.
    public let proposal: Proposal
    /// The actions that it is of, by their places from 0 on; nil for all.
    public let actions: Set<Int>?
    /// The same as long as it would come to the same.
    public let tag: String
    /// All that would be changed.
    public let lines: [Line]
    /// The actions that could not be done, and are left out.
    public let refused: [Refusal]

    /// What would become of one task by one action.
    public struct Line: Hashable, Sendable {
        /// The place of the action that it comes of; nil for what comes of several.
        public let action: Int?
        /// Which task; of one that the server would make by itself, another each time.
        public let task: Identifier
        /// What the task is called, or would be.
        public let title: String?
        /// What would happen to it.
        public let kind: Kind
        /// Which fields would be others.
        public let changes: [Change]
        /// The server would conclude it from an action, as what a series goes on with.
        public let isConcluded: Bool
    }

    /// An action that cannot be done as things are.
    public struct Refusal: Hashable, Sendable {
        /// Its place, from 0 on.
        public let action: Int
        /// The task that it is about.
        public let task: Identifier?
        /// What it calls the task, where it names it anew.
        public let title: String?
        /// The server's stable code.
        public let code: String
        /// The server's words for it.
        public let sentence: String
    }

    /// What happens to a task.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The protocol's word for it.
        public let rawValue: String
        /// A kind by the protocol's word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is new.
        public static let create = Kind(rawValue: "create")
        /// Something of it is another.
        public static let set = Kind(rawValue: "set")
        /// It is deleted.
        public static let delete = Kind(rawValue: "delete")
        /// It is here again.
        public static let restore = Kind(rawValue: "restore")
    }

    /// A field that would be another.
    public struct Change: Hashable, Sendable {
        /// The field's name on the wire.
        public let field: String
        /// What it is.
        public let old: JSONValue
        /// What it would be.
        public let new: JSONValue
    }

    init?(_ json: JSONValue, of actions: Set<Int>?) {
        guard let proposal = Proposal(json), let tag = json.text("tag"), let lines = json.items("changes"),
            // What is not shown whole is not to be agreed to.
            json["hasMore"] != true, let refused = json.items("refused"), let given = json.items("actions")
        else { return nil }
        let (told, reasons) = (lines.compactMap { Line($0) }, refused.compactMap { Refusal($0, among: given) })
        guard told.count == lines.count, reasons.count == refused.count else { return nil }
        (self.proposal, self.actions, self.tag, self.lines, self.refused) = (proposal, actions, tag, told, reasons)
    }
}

extension ProposalRehearsal.Line {
    fileprivate init?(_ json: JSONValue) {
        guard let task = json.identifier("id"), let kind = json.text("kind"), let changes = json.items("changes"),
            case .bool(let isConcluded)? = json["concluded"]
        else { return nil }
        (self.task, self.kind, self.isConcluded) = (task, ProposalRehearsal.Kind(rawValue: kind), isConcluded)
        action = json.count("action")
        title = json.text("title")
        self.changes = changes.map {
            ProposalRehearsal.Change(
                field: $0.text("field") ?? "", old: $0["old"] ?? .null, new: $0["new"] ?? .null)
        }
    }
}

extension ProposalRehearsal.Refusal {
    fileprivate init?(_ json: JSONValue, among actions: [JSONValue]) {
        guard let action = json.count("action"), actions.indices.contains(action), let problem = json["problem"],
            let code = problem.text("code")
        else { return nil }
        (self.action, self.code) = (action, code)
        task = actions[action].identifier("id")
        title = actions[action]["fields"]?.text("title")
        sentence = problem.text("detail") ?? problem.text("title") ?? code
    }
}
