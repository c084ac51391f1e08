extension Setting {
    /// What goes out to people's devices, and how.
    static let notifications: [Setting] = [
        Setting(
            "reminders", .yesOrNo, in: .notifications, default: "yes",
            "Send reminders and what else devices want to be told. Where it is no, what is due waits for a process that sends."
        ) { $0.sendsReminders = $1 },
        Setting(
            "notifications-file", .optional(.path), in: .notifications,
            "JSON file of the mail server and of Apple's push service; docs/run/reminders.md shows one. Without it there is neither."
        ) { $0.notificationsFile = $1 },
        Setting(
            "outbound-networks",
            .list(of: .prefix, expectation: "addresses or prefixes such as 192.168.1.0/24 separated by commas"),
            in: .notifications,
            "Private networks that people's webhooks and push servers may be in. Without them only public addresses, over HTTPS, are sent to."
        ) { $0.outboundNetworks = $1 },
    ]
}
