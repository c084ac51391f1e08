import Foundation
import TestPostgres
import TestWire
import Testing

@testable import Postgres

/// A first host that does not answer, and a second that does.
@Suite(.serialized, .closing) struct HostOrderTests {
    private let places = (1...3).map { HostPlace(host: "host\($0)", ipAddress: "10.0.0.\($0)", port: "") }

    @Test func whatHungGoesLastAndComesBackWhenItAnswers() {
        let order = HostOrder()
        #expect(order.rearranged(places) == nil)
        order.putLast(places[0])
        #expect(order.rearranged(places) == [places[1], places[2], places[0]])
        order.putLast(places[1])
        #expect(order.rearranged(places) == [places[2], places[0], places[1]])
        order.putLast(places[0])
        #expect(order.rearranged(places) == [places[2], places[1], places[0]])
        order.answered(places[1])
        #expect(order.rearranged(places) == [places[1], places[2], places[0]])
        // libpq says the address of a host that was given as an address; the URL has it in another place.
        order.answered(HostPlace(host: "host1", ipAddress: "", port: "5432"))
        #expect(order.rearranged(places) == nil)
        #expect(order.rearranged([places[0]]) == nil)
    }

    @Test func itDoesNotGrowForEver() {
        let order = HostOrder()
        for number in 0..<500 { order.putLast(HostPlace(host: "h\(number)", ipAddress: "", port: "")) }
        let all = (0..<500).map { HostPlace(host: "h\($0)", ipAddress: "", port: "") }
        #expect(order.rearranged(all)?.last?.host == "h499")
        #expect(order.rearranged(all)?[435].host == "h435")
    }

    /// Some attempts, on a machine that does little else.
    private static let soon = Duration.seconds(5)
    /// What takes longer hangs.
    private static let patience = Duration.seconds(120)

    private func configure(_ configuration: inout DatabaseConfiguration, before host: String, port: Int = 5432) {
        configuration.url = configuration.url.split(separator: "host=").joined(separator: "host=\(host),")
        configuration.url += "&port=\(port),5432&target_session_attrs=read-write"
        configuration.connectTimeout = .milliseconds(500)
        configuration.outageGrace = .milliseconds(100)
        configuration.backoff = (.milliseconds(10), .milliseconds(50))
    }

    /// The time until a write goes through, and how many were refused meanwhile.
    private func write(
        _ database: Database, since start: ContinuousClock.Instant = .now
    ) async throws -> (took: Duration, refused: Int) {
        var refused = 0
        while true {
            do {
                try await database.write("create temp table if not exists t (n int)")
                return (start.duration(to: .now), refused)
            } catch {
                #expect(error.isUnavailable)
                refused += 1
                guard start.duration(to: .now) < Self.patience else { throw error }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    @Test func aFrozenFirstHostCostsOneAttempt() async throws {
        let first = try await onThread { try TestPostgres() }
        first.freeze()
        let start = ContinuousClock.now
        let database = try openDatabase(reactors: 2) { configure(&$0, before: first.directory) }
        let (took, refused) = try await write(database, since: start)
        print("behind a frozen host the first write took \(took), \(refused) were refused")
        #expect(took > .milliseconds(400))
        measured { #expect(took < Self.soon) }
        // Further connections, those of other reactors and listeners among them, do not ask it first.
        let further = ContinuousClock.now
        for reactor in database.reactors.reactors {
            try await Task(executorPreference: reactor) {
                for _ in 0..<3 { try await Self.ask(database, since: further) }
            }.value
        }
        for await event in database.listen(to: ["a"]) {
            #expect(event == .listening)
            break
        }
        measured { #expect(further.duration(to: .now) < Self.soon) }
        first.thaw()
        first.stop()
    }

    /// A reactor of its own may still be at its first attempt.
    private static func ask(_ database: Database, since start: ContinuousClock.Instant) async throws {
        while true {
            do {
                return try await database.transaction { _ = try await $0.run("select 1") }
            } catch let error as PostgresError where error.isUnavailable && start.duration(to: .now) < patience {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    /// Accepts nothing and refuses nothing: the kernel answers for a process that is gone astray.
    @Test func aHalfOpenFirstHostCostsOneAttempt() async throws {
        let door = try Door { _ in }
        let start = ContinuousClock.now
        let database = try openDatabase { configure(&$0, before: "127.0.0.1", port: door.port) }
        let (took, _) = try await write(database, since: start)
        #expect(took > .milliseconds(400))
        measured { #expect(took < Self.soon) }
    }

    /// Each host has the time for itself: one that is slow to say that it cannot write takes none of the next one's.
    @Test func aSlowFirstHostDoesNotUseUpTheSecondsTime() async throws {
        let door = try Door { client in
            var buffer = [UInt8](repeating: 0, count: 1024)
            _ = read(client, &buffer, buffer.count)
            usleep(350_000)
            // No TLS, and then an end.
            _ = Foundation.write(client, "N", 1)
            usleep(100_000)
        }
        let start = ContinuousClock.now
        let database = try openDatabase { configure(&$0, before: "127.0.0.1", port: door.port) }
        let (took, _) = try await write(database, since: start)
        measured { #expect(took < Self.soon) }
    }
}

/// A port of this machine, and what is done with whoever comes there.
private final class Door: Sendable {
    let port: Int

    init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = listen(listener, 64)
                _ = getsockname(listener, $0, &length)
            }
        }
        port = Int(address.sin_port.bigEndian)
        Thread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread { serve(client) }.start()
            }
        }.start()
        // Nobody comes through any more; the thread ends with that.
        atEnd { _ = shutdown(listener, Int32(SHUT_RDWR)) }
    }
}
