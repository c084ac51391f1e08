extension Setting {
    /// Who may create an account, and how much of the server an account may use.
    static let accounts: [Setting] = [
        Setting(
            "registration", .choice, in: .accounts, default: "open",
            "Who may create an account: open lets in anyone who can reach the server, invite requires an invitation, closed lets in no one."
        ) { $0.registration = $1 },
        Setting(
            "registrations-per-address", .number(0...1_000_000), in: .accounts, default: "100",
            "Most accounts that may be created from one address (for IPv6, one /64) in an hour; 0 for no limit. Behind a proxy that is not in DAYBOOK_TRUSTED_PROXIES, all clients share the proxy's address."
        ) { $0.registrationsPerAddress = $1 },
        Setting(
            "unused-accounts-after", .duration(.zero...(.seconds(86400 * 3650))), in: .accounts, default: "720h",
            "An account without a login that holds no changes is removed after it has not been used for this long; 0 for never."
        ) { $0.unusedAccountsAfter = $1 },
        Setting(
            "devices-per-account", .number(0...1_000_000), in: .accounts, default: "100",
            "Most devices and apps that one account may have; 0 for no limit."
        ) { $0.devicesPerAccount = $1 },
        Setting(
            "tasks-per-account", .number(0...100_000_000), in: .accounts, default: "1000000",
            "Most tasks that one account may have; 0 for no limit."
        ) { $0.tasksPerAccount = $1 },
        Setting(
            "bytes-per-account", .size(0...(1 << 50)), in: .accounts, default: "4GiB",
            "Most space that one account's tasks, lists and history may take; 0 for no limit."
        ) { $0.bytesPerAccount = $1 },
        Setting(
            "unclaimed-tasks", .number(0...100_000_000), in: .accounts, default: "10000",
            "Most tasks that an account without a login (email or provider) may have; 0 for the same limit as other accounts."
        ) { $0.unclaimedTasks = $1 },
        Setting(
            "unclaimed-bytes", .size(0...(1 << 50)), in: .accounts, default: "64MiB",
            "Most space that an account without a login may take; 0 for the same limit as other accounts."
        ) { $0.unclaimedBytes = $1 },
        Setting(
            "requests-per-device", .number(0...10_000_000), in: .accounts, default: "1200",
            "Requests that one device or app may make in a minute; 0 for no limit. This limit and the next two hold approximately, for all server processes together."
        ) { $0.requestsPerDevice = $1 },
        Setting(
            "requests-per-account", .number(0...10_000_000), in: .accounts, default: "4800",
            "Requests that all devices of one account together may make in a minute; 0 for no limit."
        ) { $0.requestsPerAccount = $1 },
        Setting(
            "requests-per-address", .number(0...10_000_000), in: .accounts, default: "12000",
            "Requests that one address (for IPv6, one /64) may make in a minute without a token, or with one that has to be looked up; 0 for no limit. Behind a proxy that is not in DAYBOOK_TRUSTED_PROXIES, all clients share the proxy's address."
        ) { $0.requestsPerAddress = $1 },
        Setting(
            "identity-providers", .optional(.path), in: .accounts,
            "File that lists the identity providers for signing in: Apple and any OpenID Connect provider; see docs/run/sign-in-providers.md. Needs DAYBOOK_PUBLIC_URL."
        ) { $0.identityProviders = $1 },
        Setting(
            "rotation-grace", .duration(.seconds(10)...(.seconds(86400))), in: .accounts, default: "10m",
            "How long a rotated token's old secret stays valid if its new secret is not used."
        ) { $0.rotationGrace = $1 },
    ]
}
