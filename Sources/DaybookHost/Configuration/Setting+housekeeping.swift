extension Setting {
    static let housekeeping: [Setting] = [
        Setting(
            "deleted-retention", .duration(.seconds(86400)...(.seconds(3650 * 86400))), in: .housekeeping,
            default: "30d",
            "How long deleted tasks and lists can be restored. They stay longer while an active device has not yet heard of the deletion."
        ) { $0.deletedRetention = $1 },
        Setting(
            "ledger-retention", .optional(.duration(.seconds(90 * 86400)...(.seconds(36500 * 86400)))),
            in: .housekeeping,
            "How long the history is kept, and with it undo and the answers to repeated operations. Without this setting: forever."
        ) { $0.ledgerRetention = $1 },
        Setting(
            "housekeeping-interval", .duration(.seconds(60)...(.seconds(30 * 86400))), in: .housekeeping,
            default: "6h", "Time from one cleanup of all accounts to the next; one server process does it."
        ) { $0.housekeepingInterval = $1 },
    ]
}
