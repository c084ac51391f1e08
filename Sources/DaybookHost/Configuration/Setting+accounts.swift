extension Setting {
    /// Who may begin an account, and how much of the server one may have.
    static let accounts: [Setting] = [
        Setting(
            "registration", .choice, in: .accounts, default: "open",
            "Who may begin an account: open is everybody who reaches the server, invite whoever brings an invitation, closed nobody."
        ) { $0.registration = $1 },
        Setting(
            "registrations-per-address", .number(0...1_000_000), in: .accounts, default: "100",
            "Most accounts begun from one address (of IPv6, one /64) in an hour, 0 for no such limit. Behind a proxy that is not in DAYBOOK_TRUSTED_PROXIES everybody shares its address."
        ) { $0.registrationsPerAddress = $1 },
        Setting(
            "unused-accounts-after", .duration(.zero...(.seconds(86400 * 3650))), in: .accounts, default: "720h",
            "An account that nobody claimed and nobody ever wrote to is removed when it was not seen for so long, 0 for never."
        ) { $0.unusedAccountsAfter = $1 },
        Setting(
            "devices-per-account", .number(0...1_000_000), in: .accounts, default: "100",
            "Most devices and apps of one account, 0 for no such limit."
        ) { $0.devicesPerAccount = $1 },
        Setting(
            "tasks-per-account", .number(0...100_000_000), in: .accounts, default: "1000000",
            "Most tasks of one account, 0 for no such limit."
        ) { $0.tasksPerAccount = $1 },
        Setting(
            "bytes-per-account", .size(0...(1 << 50)), in: .accounts, default: "4GiB",
            "Most room that one account's tasks, lists and history may take, 0 for no such limit."
        ) { $0.bytesPerAccount = $1 },
        Setting(
            "unclaimed-tasks", .number(0...100_000_000), in: .accounts, default: "10000",
            "Most tasks of an account that nobody claimed with an email or a provider, 0 for the same as of any."
        ) { $0.unclaimedTasks = $1 },
        Setting(
            "unclaimed-bytes", .size(0...(1 << 50)), in: .accounts, default: "64MiB",
            "Most room of an account that nobody claimed, 0 for the same as of any."
        ) { $0.unclaimedBytes = $1 },
        Setting(
            "requests-per-device", .number(0...10_000_000), in: .accounts, default: "1200",
            "Requests that one device or app may make in a minute, 0 for no such limit. All server processes together keep these three limits, about."
        ) { $0.requestsPerDevice = $1 },
        Setting(
            "requests-per-account", .number(0...10_000_000), in: .accounts, default: "4800",
            "Requests that all devices of one account together may make in a minute, 0 for no such limit."
        ) { $0.requestsPerAccount = $1 },
        Setting(
            "requests-per-address", .number(0...10_000_000), in: .accounts, default: "12000",
            "Requests in a minute from one address (of IPv6, one /64) that bring no token, or one that has to be looked up, 0 for no such limit. Behind a proxy that is not in DAYBOOK_TRUSTED_PROXIES everybody shares its address."
        ) { $0.requestsPerAddress = $1 },
        Setting(
            "identity-providers", .optional(.path), in: .accounts,
            "File that lists who people may sign in with: Apple and any OpenID Connect provider; see docs/sign-in-providers.md. Needs DAYBOOK_PUBLIC_URL."
        ) { $0.identityProviders = $1 },
        Setting(
            "rotation-grace", .duration(.seconds(10)...(.seconds(86400))), in: .accounts, default: "10m",
            "After a token's rotation, how long its old secret counts on if the new one is not seen in use."
        ) { $0.rotationGrace = $1 },
    ]
}
