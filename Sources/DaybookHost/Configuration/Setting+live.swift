extension Setting {
    static let live: [Setting] = [
        Setting(
            "live-heartbeat", .duration(.milliseconds(100)...(.seconds(3600))), in: .live, default: "20s",
            "How often an idle live stream sends a sign of life. Keep it below the idle timeout of your proxy."
        ) { $0.liveHeartbeat = $1 },
        Setting(
            "live-look", .duration(.milliseconds(100)...(.seconds(3600))), in: .live, default: "30s",
            "How often the accounts of live streams are checked, in case a message from another server process was lost."
        ) { $0.liveLook = $1 },
        Setting(
            "live-database-url", .optional(.databaseURL), in: .live,
            "URL of PostgreSQL itself, for LISTEN, if DAYBOOK_DATABASE_URL leads to a pooler in transaction mode."
        ) { $0.liveDatabaseURL = $1 },
    ]
}
