extension Setting {
    /// What a guess at a password costs, and how many may be made.
    static let signIn: [Setting] = [
        Setting(
            "logins-per-address", .number(0...1_000_000), in: .accounts, default: "100",
            "Most logins attempted from one address (of IPv6, one /64) in ten minutes, 0 for no such limit. Guesses at one email are slowed down whatever their address."
        ) { $0.loginsPerAddress = $1 },
        Setting(
            "password-memory", .size((8 << 20)...(1 << 30)), in: .accounts, default: "19MiB",
            "Memory that hashing one password takes (Argon2id). When it or the passes rise, each password is hashed anew at its next login."
        ) { $0.passwordMemory = $1 },
        Setting(
            "password-passes", .number(1...100), in: .accounts, default: "2", "Passes over that memory."
        ) { $0.passwordPasses = $1 },
        Setting(
            "password-threads", .number(1...64), in: .accounts, default: "1",
            "Threads that hash passwords, apart from those that serve. Logins beyond what they do wait in a short line, and beyond that are told to come back."
        ) { $0.passwordThreads = $1 },
    ]
}
