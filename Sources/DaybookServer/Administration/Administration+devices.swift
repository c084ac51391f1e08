import DaybookAccounts
import DaybookCore
import DaybookHost

/// Devices, tokens and invitations.
extension Administration {
    public func listDevices(_ name: String) async throws -> Report {
        let devices = try await capabilities.accounts.devices.list(of: try await account(name))
        return Report(
            "devices",
            devices.map { overview in
                [
                    Report.Entry("id", "device", .string(overview.device.id.text)),
                    Report.Entry("name", "name", .string(overview.device.name.text)),
                    Report.Entry("createdAt", "created", .string(overview.device.createdAt.text)),
                    Report.Entry("lastSeenAt", "last seen", .string(overview.lastSeenAt.text)),
                    Report.Entry("lastSyncAt", "last sync", .optional(overview.lastSyncAt)),
                    Report.Entry("behind", "behind", .integer(overview.behind)),
                ]
            }, none: "It has no devices.")
    }

    public func revokeDevice(_ name: String, _ device: String) async throws -> Report {
        let account = try await self.account(name)
        let id = try identifier(device, of: "a device")
        guard try await capabilities.accounts.devices.revoke(id, of: account) else {
            throw Refusal("\(name) has no device \(device)")
        }
        return Report([Report.Entry("id", "revoked device", .string(id.text))])
    }

    public func allowDeletion(_ name: String, _ device: String) async throws -> Report {
        let account = try await self.account(name)
        let id = try identifier(device, of: "a device")
        guard let until = try await capabilities.accounts.devices.allowDeletion(by: id, of: account) else {
            throw Refusal("\(name) has no device \(device)")
        }
        return Report([
            Report.Entry("id", "device", .string(id.text)),
            Report.Entry("allowedUntil", "may delete until", .string(until.text)),
        ])
    }

    public func listTokens(_ name: String) async throws -> Report {
        let tokens = try await capabilities.accounts.tokens.list(of: try await account(name))
        return Report(
            "tokens",
            tokens.map { token in
                [
                    Report.Entry("id", "token", .string(token.id.text)),
                    Report.Entry("label", "label", .optional(token.label)),
                    Report.Entry("scope", "scope", .string(token.scope.rawValue)),
                    Report.Entry("device", "device", .string(token.deviceName)),
                    Report.Entry("lastUsedAt", "last used", .string(token.lastUsedAt.text)),
                    Report.Entry("expiresAt", "expires", .optional(token.expiresAt)),
                ]
            }, none: "It has no tokens.")
    }

    /// A token for an app.
    public func createToken(_ name: String, label: String, scope: String, expires: String?) async throws -> Report {
        let now = Instant.now()
        let account = try await self.account(name)
        guard let label = DeviceName(label) else {
            throw Refusal("--label: expected one line of 1 to \(DeviceName.longest) bytes")
        }
        guard let scope = TokenScope(rawValue: scope), TokenScope.offered.contains(scope) else {
            throw Refusal("--scope: \(scope) is not a scope")
        }
        let wish = NewToken(label: label, scope: scope, expiresAt: try expiry(expires, now: now))
        let (token, text) = try await capabilities.accounts.tokens.create(wish, of: account, now: now)
        return Report(
            [
                Report.Entry("id", "id", .string(token.id.text)),
                Report.Entry("scope", "scope", .string(token.scope.rawValue)),
                Report.Entry("expiresAt", "expires", .optional(token.expiresAt)),
                Report.Entry("token", "token", .string(text)),
            ], note: "The token is shown only now; Daybook does not keep it.")
    }

    public func revokeToken(_ name: String, _ token: String) async throws -> Report {
        let account = try await self.account(name)
        let id = try identifier(token, of: "a token")
        guard try await capabilities.accounts.tokens.revoke(id, of: account) else {
            throw Refusal("\(name) has no token \(token)")
        }
        return Report([Report.Entry("id", "revoked token", .string(id.text))])
    }

    private var invites: Invites { Invites(database: database) }

    public func createInvite(label: String?, uses: Int, expires: String?) async throws -> Report {
        let now = Instant.now()
        guard 1...1_000_000 ~= uses else { throw Refusal("--uses: expected 1 to 1000000") }
        if let label, DeviceName(label) == nil { throw Refusal("--label: expected one line of 1 to 400 bytes") }
        let (invite, code) = try await invites.create(
            label: label, uses: uses, expiresAt: try expiry(expires, now: now), now: now)
        return Report(
            [
                Report.Entry("id", "id", .string(invite.id.text)),
                Report.Entry("code", "code", .string(code.text)),
                Report.Entry("uses", "uses", .integer(Int64(invite.usesLeft))),
                Report.Entry("expiresAt", "expires", .optional(invite.expiresAt)),
            ], note: "The code is shown only now; Daybook keeps only a hash of it.")
    }

    public func listInvites() async throws -> Report {
        let rows = try await invites.list().map { invite in
            [
                Report.Entry("id", "invitation", .string(invite.id.text)),
                Report.Entry("label", "label", .optional(invite.label)),
                Report.Entry("createdAt", "created", .string(invite.createdAt.text)),
                Report.Entry("expiresAt", "expires", .optional(invite.expiresAt)),
                Report.Entry("usesLeft", "uses left", .integer(Int64(invite.usesLeft))),
            ]
        }
        return Report("invites", rows, none: "There are no invitations that can still be used.")
    }

    public func revokeInvite(_ invite: String) async throws -> Report {
        let id = try identifier(invite, of: "an invitation")
        guard try await invites.revoke(id) else { throw Refusal("there is no invitation \(invite)") }
        return Report([Report.Entry("id", "revoked invitation", .string(id.text))])
    }
}
