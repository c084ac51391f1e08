extension Setting {
    /// The cost of one guess at a password, and how many guesses are allowed.
    static let signIn: [Setting] = [
        Setting(
            "logins-per-address", .number(0...1_000_000), in: .accounts, default: "100",
            "Most login attempts from one address (for IPv6, one /64) in ten minutes; 0 for no limit. Guesses at one email are slowed down from any address."
        ) { $0.loginsPerAddress = $1 },
        Setting(
            "password-memory", .size((8 << 20)...(1 << 30)), in: .accounts, default: "19MiB",
            "Memory for hashing one password (Argon2id). When this or the number of passes is raised, each password is rehashed at its next login."
        ) { $0.passwordMemory = $1 },
        Setting(
            "password-passes", .number(1...100), in: .accounts, default: "2", "Number of passes over that memory."
        ) { $0.passwordPasses = $1 },
        Setting(
            "password-threads", .number(1...64), in: .accounts, default: "1",
            "Threads that hash passwords, besides those that serve requests. When all are busy, a few logins wait and the rest are told to try again later."
        ) { $0.passwordThreads = $1 },
    ]
}
