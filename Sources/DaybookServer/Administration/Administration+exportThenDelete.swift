import DaybookAPI
import DaybookAccounts
import DaybookCore
import DaybookHost
import Postgres

extension Administration {
    /// Writes everything of an account into a file, with its history, and deletes the account when the file is on the
    /// disk.
    ///
    /// The account is blocked from before the export, and what gets in all the same is waited for: it is deleted as it
    /// was exported, or not at all. If the export fails the account stays as it was.
    package func exportThenDelete(
        _ name: String, to place: ExportPlace, progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws -> Report {
        guard !place.isStandardOutput else {
            throw Refusal("--output: expected a file; standard output may be cut short unnoticed")
        }
        let account = try await self.account(name)
        let wasDisabled = try await database.read(
            "SELECT disabled_at IS NOT NULL FROM account WHERE account_id = \(account)"
        ).first?.decode(0, as: Bool.self)
        var order = ExportOrder()
        order.includesHistory = true
        order.includesDeleted = true
        let path = place.file(order.format, of: account)
        // It may be all that is left of another account.
        guard !Files.exists(path) else { throw Refusal("--output: \(path) is there already, and is not replaced") }
        _ = try await setAccount(account.text, disabled: true)
        let receipt: DeletionReceipt
        do {
            receipt = try await delete(account, named: name) {
                _ = try await export(account.text, order, to: ExportPlace(path), progress: progress)
            }
        } catch {
            if wasDisabled == false { _ = try? await setAccount(account.text, disabled: false) }
            throw error
        }
        var counts = JSONReader(Array(receipt.counts.utf8))
        return Report(
            [
                Report.Entry("id", "account", .string(account.text)),
                Report.Entry("path", "export", .string(path)),
                Report.Entry("deletionId", "receipt", .string(receipt.id.text)),
                Report.Entry("rows", "rows deleted", try counts.readValue()),
            ], note: "`daybook import` can put the file into another account.")
    }

    private static let mostExports = 5

    /// Servers trust a token for nearly a second after its account was blocked, and a request that was let in goes on:
    /// a change that comes meanwhile is in the next export.
    private func delete(
        _ account: Identifier, named name: String, after export: () async throws -> Void
    ) async throws -> DeletionReceipt {
        for _ in 1...Self.mostExports {
            let revision = try await database.read(
                "SELECT revision FROM account_clock WHERE account_id = \(account)"
            ).first?.decode(0, as: Int64.self)
            guard let revision else { throw Refusal("there is no account \(name)") }
            try await export()
            do { return try await delete(account, at: revision, named: name) } catch is AccountDeletion.Moved {
                try await Task.sleep(for: .seconds(1))
            }
        }
        throw Refusal("changes still reach the account \(name): nothing was deleted; what it held is in the file")
    }
}
