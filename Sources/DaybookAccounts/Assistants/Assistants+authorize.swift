import DaybookCore
import DaybookHost
import DaybookStore
import HTTP

extension Assistants {
    /// `GET /oauth/authorize`: a page that asks the person, as often as it is opened. 400 with a page for a question
    /// that cannot be put.
    func ask(_ request: Request) throws -> Response {
        do throws(AuthorizationFault) {
            return ConsentPage(asked: try asked(request), at: self).response()
        } catch {
            return ConsentPage.response(error)
        }
    }

    /// `POST /oauth/authorize?...` as the page's form sends it: the same question once more, and the answer.
    ///
    /// 303 to the client with a code, or with `access_denied`. The page again, with why, where the person has not
    /// proven to be the account's owner: by the same limits as every sign-in and every pairing.
    func decide(_ request: Request) async throws -> Response {
        let asked: AuthorizationRequest
        do throws(AuthorizationFault) { asked = try self.asked(request) } catch { return ConsentPage.response(error) }
        guard Self.isOfOwnPage(request, asked.way.issuer) else { throw Problem(.originNotAllowed) }
        let form: OAuthParameters
        do { form = try await request.form() } catch let refusal as OAuthRefusal {
            return ConsentPage.response(AuthorizationFault(refusal))
        }
        var page = ConsentPage(asked: asked, at: self)
        do {
            switch form["decision"] {
            case "refuse":
                let refusal = OAuthRefusal(.accessDenied, "The person refused.")
                return ConsentPage.leading(to: asked.way.address(refusal), of: asked.way)
            case "allow", "allow-reading":
                page.email = form["email"] ?? ""
                let owner = try await login.owner(try Self.attempt(form), at: request.client.address)
                return try await letIn(asked, form, by: owner)
            case "pair":
                page.pairing = try await claim(form, asked.client.deviceName, at: request.client.address)
                return page.response()
            case "paired", "paired-reading":
                let pairing = try Problem.require(ConsentPage.Pairing(form), else: .pairingOver)
                if let owner = try await pairings.owner(pairing.code, pairing.secret) {
                    return try await letIn(asked, form, by: owner)
                }
                page.pairing = pairing
                page.trouble = "Your other device has not confirmed the number yet."
                return page.response(.conflict)
            default: return page.response(.badRequest)
            }
        } catch let problem as Problem where problem.type.status.code < 500 || problem.type == .signInBusy {
            page.trouble = Self.sentence(problem.type)
            var response = page.response(problem.type.status)
            if let wait = problem.fields["retry-after"] { response.fields["retry-after"] = wait }
            return response
        }
    }

    /// What went wrong, for a person in front of a form, who knows nothing of requests.
    private static func sentence(_ type: ProblemType) -> String {
        type == .secondFactorRequired
            ? "Your account asks for a code as well: type the one that your authenticator app shows, or a recovery code."
            : type.title + "."
    }

    /// To read alone where the person wants no more, the program asks for no more, or the server lets it do no more:
    /// what is let in then stays so, whatever the server is set to later.
    private func letIn(
        _ asked: AuthorizationRequest, _ form: OAuthParameters, by owner: ProvenOwner
    ) async throws -> Response {
        let onlyReads = form["decision"]?.hasSuffix("-reading") == true || asked.onlyReads || !mayChange
        let code = try await grants.begin(asked, onlyReads ? .agentRead : .agent, for: owner)
        return ConsentPage.leading(
            to: asked.way.address([("code", code.text(prefix: AssistantGrants.codePrefix))]), of: asked.way)
    }

    private func claim(
        _ form: OAuthParameters, _ name: DeviceName, at address: IPAddress
    ) async throws -> ConsentPage.Pairing {
        guard let code = form["pairing"].flatMap({ PairingCode($0) }) else { throw Problem(.pairingOver) }
        switch try await pairings.claim(code, name, at: address) {
        case .claimed(let claim): return .init(code: code, secret: claim.secret, number: claim.number)
        case .unknown: throw Problem(.pairingOver)
        case .alreadyClaimed: throw Problem(.pairingClaimed)
        }
    }

    private func asked(_ request: Request) throws(AuthorizationFault) -> AuthorizationRequest {
        guard let issuer = try? address.issuer(for: request) else {
            throw AuthorizationFault(
                .init(.invalidRequest, "The server has no address at which it may let anybody in."))
        }
        return try AuthorizationRequest(request.queryItems, to: issuer)
    }

    /// Browsers say which page a form is of. The password in it would keep out who forges one; this keeps them from
    /// leading people through here.
    private static func isOfOwnPage(_ request: Request, _ issuer: WebAddress) -> Bool {
        let origins = request.fields.values("origin")
        let site = request.fields["sec-fetch-site"] ?? "none"
        return origins.allSatisfy { $0 == issuer.originOfBrowsers } && (site == "same-origin" || site == "none")
    }

    /// What was typed proves nothing where it cannot be what it should be.
    private static func attempt(_ form: OAuthParameters) throws -> LoginAttempt {
        guard let email = form["email"].flatMap({ EmailAddress($0) }),
            let password = form["password"].flatMap({ Password(claimed: $0) })
        else { throw Problem(.loginFailed) }
        let recovery = form["code"].flatMap { RecoveryCode($0) }
        return LoginAttempt(
            email: email, proof: recovery.map { .recoveryCode($0, newPassword: nil) } ?? .password(password),
            second: SecondProof(code: form["code"].flatMap { TimedCode($0) }, password: password),
            deviceName: .usual, knownDevice: nil, merges: false)
    }
}
