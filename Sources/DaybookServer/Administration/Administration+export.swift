import DaybookAPI
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import Glibc
import Postgres

/// Where an operator's export goes.
package struct ExportPlace: Sendable {
    private let path: String?

    /// - Parameter path: a file, a folder in which it gets the name that apps expect, or `-` for standard output; nil
    ///   for the folder one is in.
    package init(_ path: String?) { self.path = path }

    package var isStandardOutput: Bool { path == "-" }

    /// The file of one export, of today where no date is said; named after the account, too, where one is said.
    package func file(_ format: ExportFormat, on date: CalendarDate? = nil, of account: Identifier? = nil) -> String {
        let name = format.fileName(on: date ?? Instant.now().utcDate, of: account)
        guard let path else { return name }
        let isFolder = path.hasSuffix("/") || ((try? Files.status(path))?.st_mode ?? 0) & S_IFMT == S_IFDIR
        return isFolder ? "\(path.hasSuffix("/") ? String(path.dropLast()) : path)/\(name)" : path
    }

    /// The folder for several exports. It is created if it does not exist.
    func folder() throws(OutputTrouble) -> String {
        let folder = path ?? "."
        do throws(FileError) { try Files.makeFolder(folder, mode: 0o700) } catch {
            throw OutputTrouble(folder, code: error.code)
        }
        return folder
    }
}

/// How far exports are.
package struct ExportProgress: Sendable {
    package let tasks: Int
    package let of: Int
}

extension Administration {
    /// Writes one account into one file.
    package func export(
        _ name: String, _ order: ExportOrder, to place: ExportPlace,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws -> Report {
        let account = try await self.account(name)
        let now = Instant.now()
        let total = try await liveTasks(of: account)
        let export = AccountExport(database: database, order: order)
        if place.isStandardOutput {
            let count = try await export.write(account: account, now: now) { bytes, count in
                try StandardOutput.write(bytes)
                progress(ExportProgress(tasks: count.taskCount, of: total))
            }
            return report(account, "-", count)
        }
        let file = try OutputFile(place.file(order.format, on: now.utcDate))
        let count = try await export.write(account: account, now: now) { bytes, count in
            try file.write(bytes)
            progress(ExportProgress(tasks: count.taskCount, of: total))
        }
        try file.finish()
        return report(account, file.path, count)
    }

    /// Writes every account into a file of its own. Each file is consistent, and shows the account as it was when its
    /// turn came.
    package func exportAll(
        _ order: ExportOrder, to place: ExportPlace, progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws -> Report {
        let folder = try place.folder()
        let now = Instant.now()
        let rows = try await database.read(
            """
            SELECT account_id, live_tasks FROM account JOIN account_clock USING (account_id)
            WHERE deleting_at IS NULL ORDER BY account_id
            """, timeout: .seconds(60))
        let accounts = try rows.decode((Identifier, Int32).self)
        let total = accounts.reduce(0) { $0 + Int($1.1) }
        var sum = ExportCount()
        var files = 0
        for (account, _) in accounts {
            let file = try OutputFile("\(folder)/\(order.format.fileName(on: now.utcDate, of: account))")
            let before = sum
            do {
                let count = try await AccountExport(database: database, order: order).write(
                    account: account, now: now
                ) { bytes, count in
                    try file.write(bytes)
                    progress(ExportProgress(tasks: before.taskCount + count.taskCount, of: total))
                }
                sum.taskCount += count.taskCount
                sum.listCount += count.listCount
                sum.byteCount += count.byteCount
            } catch is NoAccount {
                // Deleted since they were counted.
                continue
            }
            try file.finish()
            files += 1
        }
        return Report([
            Report.Entry("folder", "folder", .string(folder)),
            Report.Entry("files", "files", .integer(Int64(files))),
            Report.Entry("tasks", "tasks", .integer(Int64(sum.taskCount))),
            Report.Entry("lists", "lists", .integer(Int64(sum.listCount))),
            Report.Entry("bytes", "bytes", .integer(Int64(sum.byteCount))),
        ])
    }

    private func liveTasks(of account: Identifier) async throws -> Int {
        let rows = try await database.read("SELECT live_tasks FROM account_clock WHERE account_id = \(account)")
        guard let row = rows.first else { throw Refusal("\(account.text) is being deleted") }
        return Int(try row.decode(0, as: Int32.self))
    }

    private func report(_ account: Identifier, _ path: String, _ count: ExportCount) -> Report {
        Report([
            Report.Entry("account", "account", .string(account.text)),
            Report.Entry("file", "file", .string(path)),
            Report.Entry("tasks", "tasks", .integer(Int64(count.taskCount))),
            Report.Entry("lists", "lists", .integer(Int64(count.listCount))),
            Report.Entry("bytes", "bytes", .integer(Int64(count.byteCount))),
        ])
    }
}
