import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres
import Reactor
import Synchronization

/// Counts requests and refuses those that are too many.
///
/// Every reactor of every process has buckets of its own, so counting takes neither a lock nor a round trip. When a
/// subject has made a sixteenth of a minute's requests, the other reactors and processes are told, at most every 20 ms,
/// and take them out of their own buckets. So all of them together let through the limit and what fits into that pause.
/// Below a sixteenth nothing is told at all, and if a message is lost each process still keeps the limit for itself.
package final class RateLimits: Sendable {
    let address: RateLimit
    let account: RateLimit
    let device: RateLimit

    private let database: Database
    private let tables: PerReactor<RateTable>
    private let me = Identifier.random()
    private let refusals = Atomic<UInt64>(0)
    private let news = Bell()

    static let pause = Duration.milliseconds(20)

    init(_ database: Database, perAddress: Int, perAccount: Int, perDevice: Int) {
        self.database = database
        tables = PerReactor(database.reactors) { _ in RateTable() }
        address = RateLimit(.address, perMinute: perAddress)
        account = RateLimit(.account, perMinute: perAccount)
        device = RateLimit(.device, perMinute: perDevice)
    }

    package convenience init(_ database: Database, _ configuration: Configuration) {
        self.init(
            database, perAddress: configuration.requestsPerAddress, perAccount: configuration.requestsPerAccount,
            perDevice: configuration.requestsPerDevice)
    }

    /// Counts a request of an unknown caller. Throws the 429 problem, or returns what to tell the client about what is
    /// left.
    func draw(for client: IPAddress) throws -> ResponseFields? {
        guard address.isOn else { return nil }
        return try draw(.address(client), address)?.fields
    }

    /// Counts a request of a device and of its account; tells of the one that is nearer to its end.
    @inline(__always)
    func draw(device id: Identifier, of owner: Identifier) throws -> ResponseFields? {
        guard device.isOn || account.isOn else { return nil }
        let ofDevice = try device.isOn ? draw(.device(id), device) : nil
        let ofAccount = try account.isOn ? draw(.account(owner), account) : nil
        guard let ofDevice else { return ofAccount?.fields }
        guard let ofAccount, ofAccount.share < ofDevice.share else { return ofDevice.fields }
        return ofAccount.fields
    }

    /// Counts further requests that came in one with another. Throws the 429 problem where they are too many; what was
    /// counted until then stays counted.
    package func draw(_ count: Int, device id: Identifier, of owner: Identifier) throws {
        for _ in 0..<count { _ = try draw(device: id, of: owner) }
    }

    private struct Standing {
        let limit: RateLimit
        let left: Int

        var fields: ResponseFields { limit.fields(left: left) }
        var share: Double { Double(left) / Double(limit.perMinute) }
    }

    @inline(__always)
    private func draw(_ subject: RateSubject, _ limit: RateLimit) throws -> Standing? {
        // Off the reactors nothing is counted; no request is there.
        guard let reactor = Reactor.current else { return nil }
        let draw = tables.withCurrent { table in
            let draw = table.draw(subject, limit, now: reactor.now)
            if table.hasNews { news.ring() }
            return draw
        }
        switch draw {
        case .permitted(let left): return Standing(limit: limit, left: left)
        case .refused(let wait):
            refusals.wrappingAdd(1, ordering: .relaxed)
            throw Problem.rateLimited(retryAfter: wait, limit.fields(left: 0))
        case nil: return nil
        }
    }

    // MARK: Others

    /// Tells the other reactors and processes, until its task is cancelled.
    @Sendable func run() async {
        guard address.isOn || account.isOn || device.isOn else { return }
        while !Task.isCancelled {
            await news.wait()
            await Reactor.current?.sleep(for: Self.pause)
            await tell()
        }
    }

    private func tell() async {
        var sum: [RateSubject: Int] = [:]
        for (index, reactor) in database.reactors.reactors.enumerated() {
            let tables = tables
            let news = await Task(executorPreference: reactor) { tables.withCurrent { $0.takeNews() } ?? [:] }.value
            sum.merge(news, uniquingKeysWith: +)
            for (other, reactor) in database.reactors.reactors.enumerated() where other != index {
                hear(news, on: reactor)
            }
        }
        let payloads = RateNews.payloads(sum, from: me)
        guard !payloads.isEmpty else { return }
        _ = try? await database.transaction(
            attempts: 1, opening: ["SELECT set_config('synchronous_commit', 'off', true)"]
        ) { transaction in
            try await transaction.commit(after: [
                "SELECT pg_notify(\(RateNews.channel), payload) FROM unnest(\(payloads)) AS payload"
            ])
        }
    }

    private func hear(_ news: [RateSubject: Int], on reactor: Reactor) {
        guard !news.isEmpty else { return }
        reactor.execute { [self] in
            tables.withCurrent { table in
                for (subject, count) in news {
                    let limit = limit(subject.kind)
                    if limit.isOn { table.hear(count, of: subject, limit, now: reactor.now) }
                }
            }
        }
    }

    private func limit(_ kind: RateLimit.Kind) -> RateLimit {
        switch kind {
        case .address: address
        case .account: account
        case .device: device
        }
    }

    /// Takes a message of another process.
    @Sendable package func hear(_ payload: String) {
        guard let news = RateNews.read(payload, by: me) else { return }
        for reactor in database.reactors.reactors { hear(news, on: reactor) }
    }

    var figures: @Sendable () async -> CapabilityFigures {
        { [self] in
            let count = refusals.load(ordering: .relaxed)
            return { page in
                page.begin("daybook_rate_limited_total", .counter, "Requests refused because there were too many.")
                page.sample(count)
            }
        }
    }
}
