import DaybookAccounts
import DaybookCore
import DaybookHost

/// For owners who cannot get at theirs.
extension Administration {
    private var passkeys: Passkeys { capabilities.accounts.signIn.passkeys }

    public func listPasskeys(_ name: String) async throws -> Report {
        let all = try await passkeys.all(of: try await account(name))
        return Report(
            "passkeys",
            all.map { passkey in
                [
                    Report.Entry("id", "passkey", .string(passkey.id.text)),
                    Report.Entry("name", "name", .string(passkey.name)),
                    Report.Entry("createdAt", "created", .string(passkey.createdAt.text)),
                    Report.Entry("lastUsedAt", "last used", .optional(passkey.lastUsedAt)),
                ]
            }, none: "It has no passkeys.")
    }

    /// Also the last way in: a passkey that was lost with its authenticator, or that a stranger added.
    public func removePasskey(_ name: String, _ passkey: String) async throws -> Report {
        let account = try await self.account(name)
        let id = try identifier(passkey, of: "a passkey")
        guard case .removed = try await passkeys.remove(id, from: account, askedBy: nil) else {
            throw Refusal("\(name) has no passkey \(passkey)")
        }
        return Report([Report.Entry("id", "removed passkey", .string(id.text))])
    }
}
