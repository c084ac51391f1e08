import Testing

@testable import DaybookServer

/// Settings of PostgreSQL that only an operator can change.
@Suite struct PostgresCostsTests {
    private let good = PostgresCosts(
        version: 150_020, fsync: "on", fullPageWrites: "on", synchronousCommit: "on", autovacuum: "on",
        sharedBuffers: 128 << 20)

    @Test func whatCostsNothingIsCalledGood() {
        #expect(good.all.isEmpty && Doctor.settingsFindings(good).map(\.grade) == [.good])
    }

    @Test func eachCostIsNamedWithWhatToDo() {
        let changes: [(String, Finding.Grade, (inout PostgresCosts) -> Void)] = [
            ("fsync", .failure, { $0.fsync = "off" }),
            ("full_page_writes", .failure, { $0.fullPageWrites = "off" }),
            ("synchronous_commit", .failure, { $0.synchronousCommit = "off" }),
            ("autovacuum", .warning, { $0.autovacuum = "off" }),
            ("shared_buffers", .warning, { $0.sharedBuffers = 128 << 10 }),
            ("repairs", .warning, { $0.version = 150_003 }),
        ]
        for (word, grade, change) in changes {
            var costs = good
            change(&costs)
            let findings = Doctor.settingsFindings(costs)
            #expect(findings.count == 1 && findings[0].grade == grade && findings[0].sentence.contains(word))
            #expect(findings[0].advice?.isEmpty == false)
        }
        // A standby's, or a newer server's, is nobody's mistake.
        for commit in ["local", "remote_apply"] {
            var costs = good
            costs.synchronousCommit = commit
            #expect(costs.all.isEmpty)
        }
    }
}
