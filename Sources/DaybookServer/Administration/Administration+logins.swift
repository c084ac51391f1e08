import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore

/// Accounts with a login, made and mended by the operator.
extension Administration {
    var credentials: Credentials { capabilities.accounts.signIn.credentials }

    func email(of account: Identifier) async throws -> String? {
        try await credentials.credential(of: account)?.email
    }

    /// Makes an account, with a login if an email is given. The secrets that give access are shown here and never
    /// again.
    public func createAccount(
        timeZone: String?, email: String?, password: String?, label: String? = nil
    ) async throws -> Report {
        let now = Instant.now()
        var new = NewAccount()
        new.label = try self.label(label)
        if let timeZone {
            guard let zone = Zone(timeZone) else { throw Refusal("--time-zone: \(timeZone) is not a time zone") }
            new.settings.timeZone = zone.name
        }
        return try await create(new, email: email, password: password, now: now).report
    }

    struct Created {
        let account: Identifier
        let device: Identifier
        var entries: [Report.Entry]

        var report: Report { Report(entries, note: "These secrets are shown only now; Daybook does not keep them.") }
    }

    /// An email that cannot be claimed leaves no account behind.
    func create(_ new: NewAccount, email: String?, password: String?, now: Instant) async throws -> Created {
        guard email != nil || password == nil else { throw Refusal("a password needs an --email") }
        let login = try await email.asyncMap { try await prepare($0, password) }
        if let login, try await credentials.account(of: login.email) != nil {
            throw Refusal("\(login.email.text) already belongs to another account")
        }
        let registered = try await capabilities.accounts.registration.begin(new, now)
        var entries = [Report.Entry("id", "account", .string(registered.account.text))]
        if let login {
            let hash = try await capabilities.accounts.signIn.passwords.hash(login.password)
            guard try await credentials.claim(registered.account, login.email, hash, codes: [], now: now) == .claimed
            else {
                _ = try await capabilities.accounts.deletion.delete(registered.account)
                throw Refusal("\(login.email.text) already belongs to another account")
            }
            entries.append(Report.Entry("email", "email", .string(login.email.text)))
            if let generated = login.generated {
                entries.append(Report.Entry("password", "password", .string(generated)))
            }
        }
        entries.append(Report.Entry("token", "token", .string(registered.session.token.text)))
        return Created(account: registered.account, device: registered.session.device.id, entries: entries)
    }

    /// Gives an account another password, and its first login if it has none. Its devices and passkeys keep their
    /// access, unless asked otherwise.
    public func setPassword(
        _ name: String, email: String?, password: String?, endsSessions: Bool
    ) async throws -> Report {
        let now = Instant.now()
        let account = try await self.account(name)
        var entries = [Report.Entry("id", "account", .string(account.text))]
        let known = try await self.email(of: account)
        guard let address = email ?? known else { throw Refusal("\(name) has no login yet; give it one with --email") }
        let login = try await prepare(address, password)
        let hash = try await capabilities.accounts.signIn.passwords.hash(login.password)
        if known == nil {
            guard try await credentials.claim(account, login.email, hash, codes: [], now: now) == .claimed else {
                throw Refusal("\(address) already belongs to another account")
            }
        } else {
            if let email, email != known, try await !credentials.change(account, to: login.email, now: now) {
                throw Refusal("\(address) already belongs to another account")
            }
            guard try await credentials.change(account, to: hash, now: now) else { throw Refusal("it has no login") }
        }
        try await capabilities.accounts.signIn.forgetFailures(of: account, login.email)
        entries.append(Report.Entry("email", "email", .string(login.email.text)))
        if let generated = login.generated { entries.append(Report.Entry("password", "password", .string(generated))) }
        if endsSessions {
            let gone = try await capabilities.accounts.signIn.sendOthersAway(than: nil, of: account, now: now)
            entries.append(Report.Entry("removedPasskeys", "passkeys removed", .integer(Int64(gone.passkeys))))
            entries.append(
                Report.Entry("removedRecoveryCodes", "recovery codes removed", .integer(Int64(gone.recoveryCodes))))
            entries.append(Report.Entry("endedFeeds", "calendar feeds ended", .integer(Int64(gone.feeds))))
            entries.append(Report.Entry("revokedDevices", "devices revoked", .integer(Int64(gone.devices))))
        }
        return Report(
            entries, note: login.generated == nil ? nil : "The password is shown only now; Daybook does not keep it.")
    }

    /// For somebody who has lost the device that shows the codes, and the recovery codes: the password alone lets in
    /// again. Its devices keep their access.
    public func removeSecondFactor(_ name: String) async throws -> Report {
        let account = try await self.account(name)
        let credential = try await credentials.credential(of: account)
        guard let credential, try await capabilities.accounts.signIn.factors.remove(from: account) else {
            throw Refusal("\(name) has no second factor")
        }
        if let email = EmailAddress(credential.email) {
            try await capabilities.accounts.signIn.forgetFailures(of: account, email)
        }
        return Report([
            Report.Entry("id", "account", .string(account.text)),
            Report.Entry("secondFactor", "second factor", .bool(false)),
        ])
    }

    private struct Login {
        let email: EmailAddress
        let password: Password
        let generated: String?
    }

    /// Where no password is given, one of 100 random bits is made.
    private func prepare(_ email: String, _ password: String?) async throws -> Login {
        guard let address = EmailAddress(email) else { throw Refusal("\(email) is not an email address") }
        if let password, let weakness = Password.weakness(of: password, for: address) {
            throw Refusal(weakness.sentence)
        }
        let generated = password == nil ? ReadableCode.write(ReadableCode.random(20), groups: 5) : nil
        guard let claimed = Password(claimed: password ?? generated ?? "") else {
            throw Refusal(Password.Weakness.tooLong.sentence)
        }
        return Login(email: address, password: claimed, generated: generated)
    }
}

extension Optional {
    func asyncMap<Outcome>(_ body: (Wrapped) async throws -> Outcome) async rethrows -> Outcome? {
        guard let value = self else { return nil }
        return try await body(value)
    }
}
