extension Setting {
    static let live: [Setting] = [
        Setting(
            "live-heartbeat", .duration(.milliseconds(100)...(.seconds(3600))), in: .live, default: "20s",
            "How often a live stream with nothing to say shows that it is there. Keep it below the proxy's own time for silence."
        ) { $0.liveHeartbeat = $1 },
        Setting(
            "live-look", .duration(.milliseconds(100)...(.seconds(3600))), in: .live, default: "30s",
            "How often the accounts of live streams are looked at, in case word from another server process was lost."
        ) { $0.liveLook = $1 },
        Setting(
            "live-database-url", .optional(.databaseURL), in: .live,
            "Where to LISTEN, if the database's own URL leads to a pooler in transaction mode: PostgreSQL itself."
        ) { $0.liveDatabaseURL = $1 },
    ]
}
