import DaybookCore
import HTTP
import Synchronization

/// The routes of channels as far as a client needs them: what is added is listed, and what is sent arrives.
final class StandInChannels: Sendable {
    private let channels = Mutex<[(id: Identifier, members: [JSONMember])]>([])

    /// As they are, by the protocol's names.
    var added: [[JSONMember]] { channels.withLock { $0.map(\.members) } }

    func add(to routes: inout Routes) {
        routes.get("/v1/channels") { [self] _ in
            json([JSONMember("channels", .array(added.map { .object($0) }))])
        }
        routes.post("/v1/channels") { [self] request in
            guard case .object(let members) = try JSONValue(json: try await request.body.collect()) else {
                return Response(.badRequest)
            }
            let id = Identifier.random()
            let channel =
                [JSONMember("id", .string(id.text)), JSONMember("deviceId", .string(id.text))] + members + [
                    JSONMember("state", "on"),
                    JSONMember("createdAt", "2026-03-03T12:00:00.000Z"),
                ]
            channels.withLock { $0.append((id, channel)) }
            let secret = members.contains(JSONMember("kind", "webhook")) ? [JSONMember("secret", "whsec_once")] : []
            return json(channel + secret, .created)
        }
        routes.delete("/v1/channels/:channel") { [self] request in
            channels.withLock { $0.removeAll { $0.id.text == request.parameter("channel") } }
            return Response(.noContent)
        }
        routes.post("/v1/channels/:channel/test") { [self] request in
            // What becomes of it depends on the kind.
            let channel = channels.withLock { $0.first { $0.id.text == request.parameter("channel") }?.members ?? [] }
            switch JSONValue.object(channel)["kind"] {
            case "live": return json(Self.delivery("delivered"))
            case "email": return json(Self.delivery("failed", JSONMember("reason", "receiver_refuses")))
            default: return json(Self.delivery("waiting"), .accepted)
            }
        }
        routes.get("/v1/channels/:channel/deliveries") { [self] _ in
            let failed = Self.delivery("failed", JSONMember("reason", "receiver_refuses"), JSONMember("attempts", 3))
            return json([JSONMember("deliveries", .array([.object(failed), .object(Self.delivery("delivered"))]))])
        }
    }

    private static func delivery(_ state: String, _ more: JSONMember...) -> [JSONMember] {
        [
            JSONMember("id", "d1"), JSONMember("subject", "test"), JSONMember("dueAt", "2026-03-03T12:00:00.000Z"),
            JSONMember("state", .string(state)), JSONMember("lateMilliseconds", 61_000),
        ] + more
    }

    private func json(_ members: [JSONMember], _ status: Status = .ok) -> Response {
        .json(JSONValue.object(members).json, status: status)
    }
}
