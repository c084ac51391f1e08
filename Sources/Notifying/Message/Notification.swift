/// What is shown to a person, on whatever channel.
public struct Notification: Sendable, Hashable {
    public struct Action: Sendable, Hashable {
        public var title: String
        /// A POST to it acts; a GET shows a page with a button.
        public var address: String

        public init(title: String, address: String) {
            self.title = title
            self.address = address
        }
    }

    /// Stable across retries: who gets a message twice knows it by this.
    public var id: String
    /// A later one with the same tag replaces it.
    public var tag: String
    public var title: String
    /// May be empty.
    public var body: String
    /// Where a tap leads.
    public var link: String?
    public var actions: [Action]
    /// What was shown under the tag is taken away.
    public var isWithdrawal: Bool
    public var isUrgent: Bool
    /// After which nobody needs to be told any more.
    public var secondsToLive: Int
    /// JSON for machines: the whole body of a webhook.
    public var payload: [UInt8]

    public init(
        id: String, tag: String, title: String, body: String = "", link: String? = nil, actions: [Action] = [],
        isWithdrawal: Bool = false, isUrgent: Bool = false, secondsToLive: Int = 86_400, payload: [UInt8] = []
    ) {
        self.id = id
        self.tag = tag
        self.title = title
        self.body = body
        self.link = link
        self.actions = actions
        self.isWithdrawal = isWithdrawal
        self.isUrgent = isUrgent
        self.secondsToLive = secondsToLive
        self.payload = payload
    }
}
