import DaybookCore

/// Where the server tells reminders, and how that went. It is the server that is asked: these throw `EntryFailure`.
extension Notebook {
    /// The account's channels, of all its devices.
    public func channels() async throws -> [Channel] {
        try Self.read(try await asked("GET", "/v1/channels").items("channels"), Channel.init)
    }

    /// Adds a channel for this device. The same address once more answers the channel that is there.
    ///
    ///     try await notebook.addChannel(.live, name: "Laptop")
    ///     let (_, secret) = try await notebook.addChannel(.webhook(url: "https://example.org/hook"), name: "Home")
    ///
    /// - Parameters:
    ///   - wants: what is told over it.
    ///   - language: in which language.
    /// - Returns: the channel, and of a webhook the secret that its signatures are made with, which is told only now.
    @discardableResult
    public func addChannel(
        _ address: ChannelAddress, name: String, wants: Set<ChannelWant> = ChannelWant.usual,
        language: Language = .english
    ) async throws -> (channel: Channel, secret: String?) {
        let answer = try await asked(
            "POST", "/v1/channels",
            [
                JSONMember("kind", .string(address.kind.rawValue)), JSONMember("name", .string(name)),
                JSONMember("wants", Self.words(wants)), JSONMember("language", .string(language.rawValue)),
                JSONMember("address", address.json),
            ])
        return (try Self.read(answer, Channel.init), answer.text("secret"))
    }

    /// Changes what is not nil of a channel, and turns it on again or off.
    @discardableResult
    public func changeChannel(
        _ channel: Identifier, name: String? = nil, wants: Set<ChannelWant>? = nil, language: Language? = nil,
        isOn: Bool? = nil
    ) async throws -> Channel {
        var members: [JSONMember] = []
        if let name { members.append(JSONMember("name", .string(name))) }
        if let wants { members.append(JSONMember("wants", Self.words(wants))) }
        if let language { members.append(JSONMember("language", .string(language.rawValue))) }
        if let isOn { members.append(JSONMember("state", isOn ? "on" : "off")) }
        return try Self.read(try await asked("PATCH", "/v1/channels/\(channel)", members), Channel.init)
    }

    /// Removes a channel: nothing is told over it any more.
    public func removeChannel(_ channel: Identifier) async throws {
        _ = try await asked("DELETE", "/v1/channels/\(channel)")
    }

    /// Has the server send a message over a channel, to see whether it arrives. ``deliveries(of:limit:after:)`` tells
    /// what became of it.
    @discardableResult
    public func testChannel(_ channel: Identifier) async throws -> ChannelDelivery {
        try Self.read(try await asked("POST", "/v1/channels/\(channel)/test"), ChannelDelivery.init)
    }

    /// Has the changes after a revision of the account told to a channel once more, or leaves out those up to it that
    /// wait.
    @discardableResult
    public func replayChanges(over channel: Identifier, after revision: Int64) async throws -> Channel {
        try await replayChanges(over: channel, .integer(revision))
    }

    /// Has the changes since an instant told to a channel once more.
    @discardableResult
    public func replayChanges(over channel: Identifier, since instant: Instant) async throws -> Channel {
        try await replayChanges(over: channel, .string(instant.text))
    }

    private func replayChanges(over channel: Identifier, _ since: JSONValue) async throws -> Channel {
        let answer = try await asked("POST", "/v1/channels/\(channel)/replay", [JSONMember("since", since)])
        return try Self.read(answer, Channel.init)
    }

    /// What was told over a channel, the latest first, and what became of it.
    ///
    /// - Parameter cursor: the `nextCursor` of the page before.
    public func deliveries(
        of channel: Identifier, limit: Int = 50, after cursor: String? = nil
    ) async throws -> (deliveries: [ChannelDelivery], nextCursor: String?) {
        // Cursors are letters, digits, dots, dashes and colons.
        let next = cursor.map { "&cursor=\($0)" } ?? ""
        let answer = try await asked("GET", "/v1/channels/\(channel)/deliveries?limit=\(limit)\(next)")
        return (try Self.read(answer.items("deliveries"), ChannelDelivery.init), answer.text("nextCursor"))
    }

    /// In one order, whatever the set has.
    private static func words(_ wants: Set<ChannelWant>) -> JSONValue {
        .array(wants.map(\.rawValue).sorted().map { .string($0) })
    }
}
