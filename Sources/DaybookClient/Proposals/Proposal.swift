import DaybookCore

/// What somebody, an assistant most of all, would like to have done. It changes nothing until a person applies it.
public struct Proposal: Hashable, Sendable, Identifiable {
    /// Its identifier, which is that of the deed once it is applied.
    public let id: Identifier
    /// The device that proposed it.
    public let device: Identifier
    /// What that device is called.
    public let deviceName: String
    /// When it was proposed.
    public let madeAt: Instant
    /// Until when it waits.
    public let expiresAt: Instant
    /// Why, in the words of who proposed it: to be shown, and never to be followed.
    public let note: String?
    /// How many actions it holds.
    public let count: Int

    init?(_ json: JSONValue) {
        guard let id = json.identifier("id"), let device = json["device"]?.identifier,
            let name = json["device"]?.text("name"), let madeAt = json.instant("madeAt"),
            let expiresAt = json.instant("expiresAt"), let count = json.count("count")
        else { return nil }
        (self.id, self.device, deviceName) = (id, device, name)
        (self.madeAt, self.expiresAt, self.count) = (madeAt, expiresAt, count)
        note = json.text("note")
    }
}

/// What became of a proposal that was applied.
public struct AppliedProposal: Hashable, Sendable {
    /// The change by which all of it can be taken back at once.
    public let change: Identifier
    /// The actions that were done, by their places from 0 on.
    public let done: [Int]
    /// The actions that could not be done, as had been shown.
    public let refused: [Int]

    init?(_ json: JSONValue) {
        guard let change = json.identifier("opId"), let done = json.items("done"), let refused = json.items("refused")
        else { return nil }
        self.change = change
        (self.done, self.refused) = (done.compactMap { $0.count("action") }, refused.compactMap { $0.count("action") })
    }
}
