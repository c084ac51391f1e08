import CSodium
import DaybookCore
import DaybookHost
import HTTP
import Postgres

extension Pairings {
    /// How long a new device's question waits for its answer at most.
    static let patience = Duration.seconds(20)

    func addRoutes(to routes: inout GuardedRoutes, _ secret: SecretKey, _ address: ServerAddress) {
        addOldDeviceRoutes(to: &routes, address)
        // `POST /v1/pairing/claim`: 200 with the number to show and the secret to ask with. 404 where the code is none
        // that counts, 409 where another device came first, 429 after too many guesses.
        routes.open { routes in
            routes.post("/v1/pairing/claim") { request in
                let body = try await request.document { reader throws(WireError) in try reader.readPairingClaim() }
                guard let code = PairingCode(body.code) else { throw Problem(.pairingOver) }
                switch try await claim(code, body.deviceName, at: request.client.address) {
                case .claimed(let claim): return claim.response
                case .unknown: throw Problem(.pairingOver)
                case .alreadyClaimed: throw Problem(.pairingClaimed)
                }
            }
            // `POST /v1/pairing/token`: 200 with account, device and token, once; 202 while the old device has not
            // confirmed, after waiting some seconds for it; 404 where it never will.
            routes.post("/v1/pairing/token") { request in
                let body = try await request.document { reader throws(WireError) in try reader.readPairingSecret() }
                guard let code = PairingCode(body.code), let poll = Base64URL.decode(body.secret) else {
                    throw Problem(.pairingOver)
                }
                switch try await arrive(code, poll, waiting: min(body.wait, Self.patience)) {
                case .entered(let entered): return entered.response(secret)
                case .waiting:
                    return .secret(.accepted) { json in
                        json.beginObject()
                        json.member("state", "waiting")
                        json.endObject()
                    }
                case .over: throw Problem(.pairingOver)
                }
            }
        }
    }

    private func addOldDeviceRoutes(to routes: inout GuardedRoutes, _ address: ServerAddress) {
        // `POST /v1/pairing`: 201 with the code and its URL, good for ten minutes; offers made before are over. 421
        // where the server is called by a name that it does not know.
        routes.post("/v1/pairing", needs: .own) { request, principal in
            let server = try address.of(request)
            let offer = try await offer(by: principal)
            return .secret(.created) { json in
                json.beginObject()
                json.member("id", offer.id)
                json.member("code", offer.code.text)
                json.member("url", offer.code.address(of: server))
                json.member("expiresAt", offer.expiresAt)
                json.endObject()
            }
        }
        // `GET /v1/pairing/{id}`: 200 with its state and what the new device calls itself; 404 once it is over.
        routes.get("/v1/pairing/:pairing", needs: .own) { request, principal in
            let id = try request.pairing
            guard let progress = try await progress(of: id, in: principal.account) else { throw Problem(.pairingOver) }
            return progress.response(id)
        }
        // `POST /v1/pairing/{id}/confirmation`: 204 where the number is the one that the new device shows. 403 where it
        // is not (three of these end the pairing), 409 where no device has come yet, 404 once it is over.
        routes.post("/v1/pairing/:pairing/confirmation", needs: .own) { request, principal in
            let id = try request.pairing
            let number = try await request.document { reader throws(WireError) in try reader.readPairingNumber() }
            switch try await confirm(id, in: principal.account, number: number) {
            case .confirmed: return Response(.noContent)
            case .wrongNumber(let left):
                throw Problem(.pairingNumberWrong, members: [Problem.Member("triesLeft", .number(left))])
            case .unclaimed: throw Problem(.pairingUnclaimed)
            case .over: throw Problem(.pairingOver)
            }
        }
        // `DELETE /v1/pairing/{id}`: 204; 404 where there was nothing to cancel any more.
        routes.delete("/v1/pairing/:pairing", needs: .own) { request, principal in
            guard try await cancel(try request.pairing, in: principal.account) else { throw Problem(.pairingOver) }
            return Response(.noContent)
        }
    }
}

extension Request {
    fileprivate var pairing: Identifier {
        get throws {
            guard let id = parameter("pairing").flatMap({ Identifier($0) }) else {
                throw Problem(.malformedParameter, parameter: "pairing")
            }
            return id
        }
    }
}

extension Pairings.Claim {
    fileprivate var response: Response {
        .secret { json in
            json.beginObject()
            json.member("number", number)
            json.member("secret", Base64URL.encode(secret))
            json.member("expiresAt", expiresAt)
            json.endObject()
        }
    }
}

extension Pairings.Progress {
    fileprivate func response(_ id: Identifier) -> Response {
        let (state, name, expiresAt): (String, String?, Instant) =
            switch self {
            case .offered(let expiresAt): ("offered", nil, expiresAt)
            case .claimed(let name, let expiresAt): ("claimed", name, expiresAt)
            case .confirmed(let name, let expiresAt): ("confirmed", name, expiresAt)
            }
        return .secret { json in
            json.beginObject()
            json.member("id", id)
            json.member("state", state)
            json.member("deviceName", name)
            json.member("expiresAt", expiresAt)
            json.endObject()
        }
    }
}

extension ProblemType {
    static let pairingOver = ProblemType(
        "pairing_over", .notFound, "The pairing is unknown, used, cancelled or expired")
    static let pairingClaimed = ProblemType(
        "pairing_claimed", .conflict, "Another device has used this code; if it is not yours, cancel the pairing")
    static let pairingUnclaimed = ProblemType("pairing_unclaimed", .conflict, "No device has used the code yet")
    static let pairingNumberWrong = ProblemType(
        "pairing_number_wrong", .forbidden, "The new device shows another number")

    package static let ofPairing: [ProblemType] = [
        .pairingOver, .pairingClaimed, .pairingUnclaimed, .pairingNumberWrong, .hostNotAllowed,
    ]
}
