import DaybookCore

/// One thing that was told over a channel, or is to be.
public struct ChannelDelivery: Hashable, Sendable, Identifiable {
    /// Its identifier, the same with every attempt.
    public let id: String
    /// The task that it is about, where it is about one.
    public let task: Identifier?
    /// What it tells.
    public let subject: ReminderSubject
    /// When it was due.
    public let dueAt: Instant
    /// How far it got.
    public let state: State
    /// How often it was tried.
    public let attempts: Int
    /// When it was last tried.
    public let at: Instant?
    /// How much later than due it arrived.
    public let lateMilliseconds: Int64?
    /// The server's word for why it did not arrive.
    public let reason: String?

    /// How far a delivery got.
    public struct State: RawRepresentable, Hashable, Sendable {
        /// The protocol's word for it.
        public let rawValue: String
        /// A state by the protocol's word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is tried, or tried again.
        public static let waiting = State(rawValue: "waiting")
        /// It arrived.
        public static let delivered = State(rawValue: "delivered")
        /// It never will.
        public static let failed = State(rawValue: "failed")
        /// It was not told any more, as of a task that was done.
        public static let dropped = State(rawValue: "dropped")
    }

    init?(_ json: JSONValue) {
        guard let id = json.text("id"), let subject = json.text("subject"), let dueAt = json.instant("dueAt"),
            let state = json.text("state")
        else { return nil }
        (self.id, self.dueAt) = (id, dueAt)
        (self.subject, self.state) = (ReminderSubject(rawValue: subject), State(rawValue: state))
        task = json.identifier("taskId")
        attempts = json.count("attempts") ?? 0
        at = json.instant("at")
        lateMilliseconds = json.count("lateMilliseconds").map { Int64($0) }
        reason = json.text("reason")
    }
}

/// What a notification tells. A server may know more than this release.
public struct ReminderSubject: RawRepresentable, Hashable, Sendable {
    /// The protocol's word for it.
    public let rawValue: String
    /// A subject by the protocol's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A task's reminder.
    public static let reminder = ReminderSubject(rawValue: "reminder")
    /// The end-of-day review.
    public static let review = ReminderSubject(rawValue: "review")
    /// The morning's summary.
    public static let morning = ReminderSubject(rawValue: "morning")
    /// The week's review.
    public static let weekly = ReminderSubject(rawValue: "weekly")
    /// The open tasks of a region of the day.
    public static let region = ReminderSubject(rawValue: "region")
    /// What has become overdue.
    public static let overdue = ReminderSubject(rawValue: "overdue")
    /// A change of the account, for programs.
    public static let change = ReminderSubject(rawValue: "change")
    /// A message to see whether the channel works.
    public static let test = ReminderSubject(rawValue: "test")
    /// Something that was told is to be taken away again.
    public static let withdrawal = ReminderSubject(rawValue: "withdrawal")
}
