import DaybookCore
import DaybookHost
import HTTP

extension Pairings {
    func routes(_ address: ServerAddress) -> [GuardedRoute] {
        [
            .post("/v1/pairing", needs: .own) { try await offerPairing($0, $1, at: address) },
            .get("/v1/pairing/:pairing", needs: .own, readPairing),
            .post("/v1/pairing/:pairing/confirmation", needs: .own, confirmPairing),
            .delete("/v1/pairing/:pairing", needs: .own, cancelPairing),
            .post("/v1/pairing/claim", claimPairing),
            .post("/v1/pairing/token", enterByPairing),
        ]
    }

    // MARK: The device that is in

    /// `POST /v1/pairing`: 201 with the code and its URL, good for ten minutes; offers made before are over. 421 where
    /// the server is called by a name that it does not know, 429 after too many offers.
    private func offerPairing(
        _ request: Request, _ principal: Principal, at address: ServerAddress
    ) async throws -> Response {
        let server = try address.of(request)
        let offer = try await self.offer(by: principal)
        return .secret(.created) { json in
            json.member("id", offer.id)
            json.member("code", offer.code.text)
            json.member("url", offer.code.address(of: server))
            json.member("expiresAt", offer.expiresAt)
        }
    }

    /// `GET /v1/pairing/{id}`: 200 with its state and what the new device calls itself; 404 once it is over.
    private func readPairing(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("pairing")
        let progress = try await Problem.require(self.progress(of: id, in: principal.account), else: .pairingOver)
        let (state, name, expiresAt): (String, String?, Instant) =
            switch progress {
            case .offered(let expiresAt): ("offered", nil, expiresAt)
            case .claimed(let name, let expiresAt): ("claimed", name, expiresAt)
            case .confirmed(let name, let expiresAt): ("confirmed", name, expiresAt)
            }
        return .secret { json in
            json.member("id", id)
            json.member("state", state)
            json.member("deviceName", name)
            json.member("expiresAt", expiresAt)
        }
    }

    /// `POST /v1/pairing/{id}/confirmation`: 204 where the number is the one that the new device shows. 403 where it is
    /// not (three of these end the pairing), 409 where no device has come yet, 404 once it is over.
    private func confirmPairing(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("pairing")
        let body = try await request.document(PairingNumber.init)
        switch try await confirm(id, in: principal.account, number: body.number) {
        case .confirmed: return Response(.noContent)
        case .wrongNumber(let left):
            throw Problem(.pairingNumberWrong, members: [Problem.Member("triesLeft", .number(left))])
        case .unclaimed: throw Problem(.pairingUnclaimed)
        case .over: throw Problem(.pairingOver)
        }
    }

    /// `DELETE /v1/pairing/{id}`: 204; 404 where there was nothing to cancel any more.
    private func cancelPairing(_ request: Request, _ principal: Principal) async throws -> Response {
        try await Problem.require(cancel(request.identifier("pairing"), in: principal.account), else: .pairingOver)
        return Response(.noContent)
    }

    // MARK: The device that wants to be in

    /// `POST /v1/pairing/claim`: 200 with the number to show and the secret to ask with. 404 where the code is not
    /// valid, 409 where another device came first, 429 after too many guesses.
    private func claimPairing(_ request: Request) async throws -> Response {
        let body = try await request.document(PairingClaim.init)
        guard let code = PairingCode(body.code) else { throw Problem(.pairingOver) }
        switch try await claim(code, body.deviceName, at: request.client.address) {
        case .claimed(let claim):
            return .secret { json in
                json.member("number", claim.number)
                json.member("secret", Base64URL.encode(claim.secret))
                json.member("expiresAt", claim.expiresAt)
            }
        case .unknown: throw Problem(.pairingOver)
        case .alreadyClaimed: throw Problem(.pairingClaimed)
        }
    }

    /// How long the question waits for its answer at most.
    private static let patience = Duration.seconds(20)

    /// `POST /v1/pairing/token`: 200 with account, device and token, once; 202 while the old device has not confirmed,
    /// after waiting some seconds for it; 404 where it never will.
    private func enterByPairing(_ request: Request) async throws -> Response {
        let body = try await request.document(PairingQuestion.init)
        guard let code = PairingCode(body.code), let secret = Base64URL.decode(body.secret) else {
            throw Problem(.pairingOver)
        }
        var response: Response
        switch try await arrive(code, secret, waiting: min(body.wait, Self.patience)) {
        case .entered(let entered): response = entered.response(self.secret)
        case .waiting: response = .secret(.accepted) { $0.member("state", "waiting") }
        case .over: throw Problem(.pairingOver)
        }
        response.isHeldBack = body.wait > .zero
        return response
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
