import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

extension Administration {
    /// Checks every account, or one, and repairs what it can if asked to.
    public func check(_ name: String?, repairing: Bool) async throws -> Report {
        let now = Instant.now()
        var accounts = 0
        var found: [(account: Identifier, flaw: Flaw, isMended: Bool)] = []
        let only = try await name.asyncMap { try await account($0) }
        for try await account in AccountWalk(database: database, only: only) {
            accounts += 1
            let check = AccountCheck(capabilities.ledger, account)
            var flaws = try await check.run()
            guard !flaws.isEmpty else { continue }
            var left = flaws
            // Once rows can be read again, there may be more to see than at first.
            for _ in 0..<Self.mostRepairs where repairing && !left.isEmpty {
                let before = left
                try await AccountRepair(capabilities.ledger, account).mend(left, now: now)
                left = try await check.run()
                flaws += left.filter { !flaws.contains($0) }
                if left == before { break }
            }
            found += flaws.map { (account, $0, repairing && !left.contains($0)) }
        }
        let orphans = name == nil ? try await orphans() : []
        return report(accounts, found, orphans, repairing)
    }

    private static let mostRepairs = 3

    private func report(
        _ accounts: Int, _ found: [(account: Identifier, flaw: Flaw, isMended: Bool)], _ orphans: [String],
        _ repairing: Bool
    ) -> Report {
        let rows = found.map { account, flaw, isMended in
            [
                Report.Entry("account", "account", .string(account.text)),
                Report.Entry("flaw", "flaw", .string(flaw.kind.rawValue)),
                Report.Entry("entity", "of", .optional(flaw.entity?.name)),
                Report.Entry("row", "row", .optional(flaw.row?.text)),
                Report.Entry("meaning", "meaning", .string(flaw.kind.sentence)),
                Report.Entry("repaired", "repaired", .bool(isMended)),
            ]
        }
        let orphaned = orphans.map { table in
            [
                Report.Entry("account", "account", .null), Report.Entry("flaw", "flaw", .string("orphan_rows")),
                Report.Entry("entity", "of", .string(table)), Report.Entry("row", "row", .null),
                Report.Entry("meaning", "meaning", .string("rows of accounts that do not exist")),
                Report.Entry("repaired", "repaired", .bool(false)),
            ]
        }
        var report = Report(
            "flaws", rows + orphaned, none: accounts == 1 ? "1 account, no flaws" : "\(accounts) accounts, no flaws")
        if !orphans.isEmpty || found.contains(where: { !$0.isMended }) { report.code = .failure }
        return report
    }

    /// Tables with rows of accounts that do not exist. Only a role that bypasses the policies sees those of user data.
    private func orphans() async throws -> [String] {
        let seesAll = try await RoleStanding.of(database) != .subject
        var orphans: [String] = []
        for table in try await AccountTables.load(from: database).inOrder where table.name != "account" {
            // The other tables refer to deleted accounts on purpose.
            guard table.name != "deletion", table.name != "merged_account", seesAll || !table.isWalled else { continue }
            if try await hasOrphans(table) { orphans.append(table.name) }
        }
        return orphans
    }

    /// Accounts that the table names, a page at a time, and which of them are there: two questions, since the table may
    /// be on another machine than the accounts.
    private func hasOrphans(_ table: AccountTables.Table) async throws -> Bool {
        var last = Identifier.zero
        while true {
            let named = try await database.read(table.accounts(after: last, atMost: 1000)).decode(Identifier.self)
            guard let end = named.last else { return false }
            let there = try await database.read("SELECT account_id FROM account WHERE account_id = ANY(\(named))")
            if there.count < named.count { return true }
            last = end
        }
    }
}
