import Synchronization
import Testing

@testable import DaybookHost
@testable import DaybookServer

@Suite struct ReadinessProbeTests {
    final class Database: Sendable {
        let asked = Mutex(0)
        let verdict = Mutex(ReadinessProbe.Verdict.ready)
    }

    @Test func aStormOfProbesAsksTheDatabaseOnce() async {
        let database = Database()
        let probe = ReadinessProbe(log: .silent) {
            database.asked.withLock { $0 += 1 }
            return database.verdict.withLock { $0 }
        }
        for _ in 0..<1000 { #expect(await probe.verdict() == .ready) }
        // A second may pass on a busy machine, and then it is asked again.
        #expect(database.asked.withLock { $0 } < 50)
    }

    @Test func nothingIsReadyOnceItDrains() async {
        let probe = ReadinessProbe(log: .silent) { .ready }
        #expect(await probe.verdict() == .ready)
        probe.drain()
        #expect(await probe.verdict() == .draining)
        #expect(ReadinessProbe.Verdict.draining.response.status == .serviceUnavailable)
        #expect(ReadinessProbe.Verdict.ready.response.status == .ok)
    }

    @Test(arguments: [ReadinessProbe.Verdict.databaseUnavailable, .schemaOutdated, .keyReplaced, .starting])
    func whatIsNotReadySaysWhy(verdict: ReadinessProbe.Verdict) async throws {
        let probe = ReadinessProbe(log: .silent) { verdict }
        let response = await probe.verdict().response
        #expect(response.status == .serviceUnavailable)
        #expect(response.fields["retry-after"] == "1")
        #expect(response.fields["content-type"] == "application/problem+json")
    }
}
