import DaybookCore
import Foundation
import Postgres
import Synchronization
import TestPostgres
import Testing

@testable import TestStore

/// What any statement of a capability may cost where an account is large and has company.
///
///     try await PlanBudget(buffers: 60, indexes: "task_by_revision").holds { database in
///         _ = try await Pages(database).page(after: nil, of: CrowdedDatabase.account, limit: 20)
///     }
///
/// The body is the capability itself: every statement that it sends is judged by the plan that PostgreSQL made for it,
/// behind the same walls as in service. Tables of user data are read through indexes that begin with the account, by
/// conditions that name it; other tables through some index; no statement touches more pages than `buffers`; and every
/// one of `indexes` is in use. The body runs several times, since PostgreSQL makes another plan for a statement that it
/// has met often, so it must be one that can be repeated.
struct PlanBudget {
    let buffers: Int64
    let indexes: [String]
    /// A custom plan is made five times before a generic one is thought of.
    private static let runs = 7

    init(buffers: Int64, indexes: String...) {
        self.buffers = buffers
        self.indexes = indexes
    }

    /// - Parameter setting: what the sessions have beside the usual settings, as in `work_mem=1MB`.
    func holds(
        with setting: String? = nil, at place: SourceLocation = #_sourceLocation,
        _ body: (Database) async throws -> Void
    ) async throws {
        for complaint in try await complaints(with: setting, about: body) {
            Issue.record("\(complaint)", sourceLocation: place)
        }
    }

    /// What is wrong, one text for each statement that costs too much.
    func complaints(
        with setting: String? = nil, about body: (Database) async throws -> Void
    ) async throws -> [String] {
        let plans = try await Self.plans(with: setting, of: body)
        let ofUserData = try await CrowdedDatabase.shared.indexesOfUserData
        var complaints = plans.compactMap { plan in
            trouble(with: plan, ofUserData).map { "\($0)\n\(plan.statement)\n\(plan.text)" }
        }
        if plans.isEmpty { complaints.append("no statement was sent") }
        let used = Set(plans.flatMap { $0.root.all.compactMap(\.index) })
        for index in indexes where !used.contains(index) {
            complaints.append("\(index) is not used; these are: \(used.sorted().joined(separator: ", "))")
        }
        return complaints
    }

    private func trouble(with plan: QueryPlan, _ ofUserData: Set<String>) -> String? {
        if plan.root.buffers > buffers { return "touches \(plan.root.buffers) pages, \(buffers) are allowed" }
        for node in plan.root.all {
            if let relation = node.relation, node.type.hasSuffix("Seq Scan"), !Self.oneRow.contains(relation) {
                return "reads all of \(relation)"
            }
            guard let index = node.index, ofUserData.contains(index) else { continue }
            if !node.condition.contains("account_id = ") { return "asks \(index) for no account" }
        }
        return nil
    }

    /// Tables of the server's own that hold next to nothing.
    private static let oneRow: Set<String> = ["instance", "chore"]

    // MARK: What was sent

    private static let watches = Atomic<Int>(0)

    /// The plans of every statement that the body sends to the crowded database.
    static func plans(
        with setting: String? = nil, of body: (Database) async throws -> Void
    ) async throws -> [QueryPlan] {
        let crowd = try await CrowdedDatabase.shared
        let log = crowd.server.directory + "/log"
        let start = try FileManager.default.attributesOfItem(atPath: log)[.size] as? UInt64 ?? 0
        let watch = "watch-\(watches.wrappingAdd(1, ordering: .relaxed).oldValue)"
        let options = setting.map { "&options=-c%20\($0.replacing("=", with: "%3D"))" } ?? ""
        let url = crowd.server.url(database: CrowdedDatabase.name) + "&application_name=\(watch)" + options
        try await closing {
            let (database, _) = try openStorage(on: crowd.server, url: url)
            for _ in 0..<runs { try await body(database) }
            // A plan is written down when its statement is put away, which may be after its answer has gone out.
            while try await !isIdle(database, watch) { try await Task.sleep(for: .milliseconds(5)) }
        }
        return try logged(by: watch, in: log, from: start)
    }

    private static func isIdle(_ database: Database, _ watch: String) async throws -> Bool {
        let rows = try await database.read(
            """
            SELECT 1 FROM pg_stat_activity
            WHERE application_name = \(watch) AND state <> 'idle' AND pid <> pg_backend_pid()
            """)
        return rows.isEmpty
    }

    /// Lines of the log that begin with the watch's name, each with the lines that continue it.
    private static func logged(by watch: String, in path: String, from start: UInt64) throws -> [QueryPlan] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        try file.seek(toOffset: start)
        let log = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        var plans: [QueryPlan] = []
        var document: String?
        func end() {
            guard let text = document, let json = try? JSONValue(json: Array(text.utf8)), let plan = QueryPlan(json)
            else { return }
            // What the test asks, what a server asks once, and what each connection begins with.
            let aside = ["pg_stat_activity", "pg_extension", "set_config('jit', 'off', false)"]
            if !aside.contains(where: plan.statement.contains) { plans.append(plan) }
        }
        for line in log.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("\t") {
                document?.append(contentsOf: line.dropFirst() + "\n")
            } else {
                end()
                document = line.hasPrefix(watch + "|LOG:") && line.hasSuffix("plan:") ? "" : nil
            }
        }
        end()
        return plans
    }
}
