/// Why a channel is off, as the API has it.
package enum ChannelEnd {
    package static let byOwner = "switched_off"
    /// Its owner has not said yet that it may be written to.
    package static let unconfirmed = "unconfirmed"
    /// The other side says that there is no such address any more.
    package static let gone = "address_gone"
    /// Nothing has arrived there for a week.
    package static let failing = "failing"
    /// Whoever reads the mail does not want any more; the account's owner cannot undo that.
    package static let unsubscribed = "unsubscribed"
    /// The server has another key for browsers now; the browser has to subscribe anew.
    package static let pushKeyReplaced = "push_key_replaced"
    /// The server's secret key was lost, and the address with it.
    package static let keyLost = "key_lost"

    /// What no wish puts an end to: only the link in the mail says that an address may be written to, and only another
    /// address helps where this one cannot be used any more.
    static let lasting = [unconfirmed, unsubscribed, pushKeyReplaced, keyLost]
    /// Nothing gets there any more, and nobody wanted it so.
    static let lost = [gone, failing, pushKeyReplaced, keyLost]
}
