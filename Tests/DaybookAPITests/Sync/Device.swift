import DaybookCore
import Foundation
import FoundationNetworking
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestAccounts

/// A device as the core has it, over real HTTP.
final class Device {
    var replica: Replica
    let token: String
    let port: UInt16
    private var number: UInt64 = 0

    init(_ account: SomeAccount, port: UInt16, token: String? = nil) {
        replica = Replica(account: account.id, device: account.device)
        self.token = token ?? account.token.text
        self.port = port
    }

    /// A change on the device; it goes up with the next sync.
    func change(_ id: Identifier, _ fields: [JSONMember], entity: SyncOperation.Entity = .task) {
        number += 1
        let opId = Identifier(high: replica.device.low, low: number)
        _ = replica.perform(.set, entity, id: id, fields, opId: opId, now: .now())
    }

    func delete(_ id: Identifier, entity: SyncOperation.Entity = .task) {
        number += 1
        let opId = Identifier(high: replica.device.low, low: number)
        _ = replica.perform(.delete, entity, id: id, opId: opId, now: .now())
    }

    /// Exchanges until both sides have everything; answers how many requests it took.
    @discardableResult
    func sync(rows: Int = 1000) async throws -> Int {
        var requests = 0
        while true {
            requests += 1
            let (number, request) = replica.request(now: .now(), rows: rows)
            var writer = JSONWriter()
            request.write(to: &writer)
            let (status, bytes) = try await post(writer.bytes)
            let answer: SyncAnswer
            switch status {
            case 200: answer = .page(try SyncPage.read(bytes).page)
            case 410: answer = .gone
            case 409: answer = .massDeleteRefused(deletions: 0, of: 0)
            default: throw Refused(status: status)
            }
            let received: Replica.Received = replica.receive(answer, to: number, now: .now())
            switch received {
            case .merged(_, more: false): return requests
            case .wantsConfirmation: throw Refused(status: 409)
            case .merged, .startsOver, .ignored: continue
            }
        }
    }

    struct Refused: Error, Equatable { let status: Int }

    func post(_ body: [UInt8], path: String = "/v1/sync") async throws -> (status: Int, body: [UInt8]) {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.setValue("application/json", forHTTPHeaderField: "content-type")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, Array(data))
    }
}
