import DaybookCore
import HTTP
import Postgres

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// The route of sync on a database with one account, without a socket in between.
struct SyncHouse: Sendable {
    let house: LedgerHouse
    let acknowledgements: Acknowledgements
    let route: SyncRoute

    var database: Database { house.database }
    var ledger: Ledger { house.ledger }
    var account: Identifier { house.account }
    var devices: [Identifier] { house.devices }

    init(_ house: LedgerHouse) {
        self.house = house
        acknowledgements = Acknowledgements(house.database)
        route = SyncRoute(pages: Pages(house.database), ledger: house.ledger, acknowledgements: acknowledgements)
    }

    func epoch() async throws -> Identifier { try await house.epoch() }
    func revision() async throws -> Int64 { try await house.revision() }
    func newTask(_ number: UInt64, by device: Identifier, title: String = "Water the plants") -> SyncOperation {
        house.newTask(number, by: device, title: title)
    }

    /// What the route answers a device, as the reference would say it.
    func sync(_ request: SyncRequest, now: Instant = .now()) async throws -> SyncAnswer {
        var writer = JSONWriter()
        request.write(to: &writer)
        do {
            var page = try SyncPage.read(try await send(writer.bytes, as: request.device, now: now)).page
            // An outcome tells a time; whose clock it is, the device knows.
            page.given = page.given.map { given in
                given.map { HybridTime($0.instant, counter: $0.counter, device: request.device) }
            }
            return .page(page)
        } catch LedgerRefusal.cursorGone {
            return .gone
        } catch let problem as Problem {
            if problem.type == .cursorGone { return .gone }
            guard problem.type == .massDeleteUnconfirmed else { throw problem }
            func count(_ name: String) -> Int {
                if case .number(let number)? = problem.members.first(where: { $0.name == name })?.value {
                    number
                } else {
                    0
                }
            }
            return .massDeleteRefused(deletions: count("deletions"), of: count("of"))
        }
    }

    func send(
        _ body: [UInt8], as device: Identifier, scope: TokenScope = .full, now: Instant = .now()
    ) async throws -> [UInt8] {
        let principal = Principal(account: account, device: device, token: device, scope: scope)
        let response = try await route.answer(Request("POST", "/v1/sync", body: RequestBody(body)), principal, now: now)
        guard case .bytes(let bytes) = response.body else { return [] }
        return bytes
    }
}
