import DaybookCore

#if canImport(FoundationEssentials)
import struct FoundationEssentials.URL
#else
import struct Foundation.URL
#endif

/// Why a device did not get into an account.
public enum EntryFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No server answered; why, in words.
    case unreachable(String)
    /// The server's stable code and its words, with the HTTP status that they came with.
    case refused(code: String, sentence: String, status: Int)
    /// No server was asked, because the notebook has none.
    case alone
    /// An answer came that no Daybook server gives.
    case unreadable
    /// This notebook belongs to another account, and has changes that only it has.
    case otherAccount

    public var description: String {
        switch self {
        case .unreachable(let why): "The server cannot be reached: \(why)."
        case .refused(_, let sentence, _): "The server refuses: \(sentence)."
        case .alone: SyncTrouble.alone.sentence
        case .unreadable: "The server's answer cannot be understood; is it a Daybook server?"
        case .otherAccount: "This notebook belongs to another account. Use another folder for a second account."
        }
    }

    init(_ failure: Server.Failure) {
        switch failure {
        case .unreachable(let why): self = .unreachable(why)
        case .problem(let problem):
            self = .refused(code: problem.code, sentence: problem.sentence, status: problem.status)
        case .unreadable: self = .unreadable
        }
    }
}

extension Notebook {
    /// Whether there is an account at a server, and a token for it.
    public var hasAccount: Bool { stored.record.server != nil && session.tokenFile.read() != nil }

    /// Whether this device is let in where it has its account. Each process asks anew: that a token counts no more is
    /// nothing that it was told when it began.
    package func isLetIn() async -> Bool {
        guard hasAccount else { return false }
        if stored.book.sync.trouble != .revoked { await sync() }
        return stored.book.sync.trouble != .revoked
    }

    /// The server as this device may ask it.
    var server: Server? { session.server(at: stored.record.server) }

    /// Belongs to a server from now on: begins an account there where this notebook has none, and keeps in step with
    /// it. An app calls it at each start.
    ///
    /// Without a network it throws only where there is no account yet; work goes on here meanwhile.
    public func connect(to server: URL, deviceName: String? = nil) async throws {
        func plain(_ address: String) -> Substring { address.hasSuffix("/") ? address.dropLast() : address[...] }
        if let known = stored.record.server {
            guard plain(known) == plain(server.absoluteString) else { throw EntryFailure.otherAccount }
        } else {
            try await begin(on: server, deviceName: deviceName)
        }
        keepInStep()
    }

    /// Begins an account that asks for nothing: no name, no address, no login. What was done here before is its
    /// beginning.
    public func begin(
        on address: URL, deviceName: String? = nil, timeZone: String? = nil, invite: String? = nil
    ) async throws {
        guard stored.record.server == nil else { throw EntryFailure.otherAccount }
        // What was set here before there was an account is what it begins with.
        let chosen = settings.clocks[.timeZone] == nil ? nil : settings.timeZone
        var members = [JSONMember("timeZone", .string(timeZone ?? chosen ?? DeviceZone.name))]
        if let deviceName { members.append(JSONMember("deviceName", .string(deviceName))) }
        if let invite { members.append(JSONMember("invite", .string(invite))) }
        try await postAndMoveIn(address, "/v1/accounts", members)
    }

    /// Posts a request that is answered with an account and a device in it, and moves in there.
    func postAndMoveIn(_ address: URL, _ path: String, _ members: [JSONMember]) async throws {
        let answer: JSONValue
        do { answer = try await session.door(at: address).object("POST", path, members) } catch {
            throw EntryFailure(error)
        }
        try moveIn(answer, address)
    }

    /// Takes `{"account":{"id"},"device":{"id"},"token"}` for its own from now on.
    func moveIn(_ answer: JSONValue, _ address: URL, fromAnotherAccount: Bool = false) throws {
        guard case .string(let token)? = answer["token"], let account = answer["account"]?.identifier,
            let device = answer["device"]?.identifier
        else { throw EntryFailure.unreadable }
        try refresh()
        guard stored.record.server == nil || account == stored.record.account || fromAnotherAccount else {
            throw EntryFailure.otherAccount
        }
        // Between the two this may end. With a key and no house the next attempt begins anew. Who had a house takes the
        // new one first: its old key opens nothing there, so the server says that whoever knows the way in is to come
        // again, and lets them. With the new key they would read on there from where they were in the old one, and miss
        // what was there before.
        let hadHouse = stored.record.server != nil
        if !hadHouse { try session.tokenFile.write(token) }
        try stored.join(account, as: device, server: address.absoluteString)
        if hadHouse { try session.tokenFile.write(token) }
        tellOfOthers()
        wake { $0.beginAnew() }
        announce()
    }
}

extension JSONValue {
    /// An identifier, or the `id` of an object.
    var identifier: Identifier? {
        switch self {
        case .string(let text): Identifier(text)
        case .object: self["id"]?.identifier
        default: nil
        }
    }
}

/// What somebody gives beside the password.
public enum SecondFactorProof: Hashable, Sendable {
    /// The six digits that an authenticator app shows.
    case code(String)
    /// One of the account's recovery codes, which works once.
    case recoveryCode(String)

    /// Six digits are a code, anything else a recovery code.
    public init(_ typed: String) {
        let digits = typed.filter { $0 != " " && $0 != "-" }
        self = digits.count == 6 && digits.allSatisfy(\.isNumber) ? .code(digits) : .recoveryCode(typed)
    }

    package var member: JSONMember {
        switch self {
        case .code(let code): JSONMember("code", .string(code))
        case .recoveryCode(let code): JSONMember("recoveryCode", .string(code))
        }
    }
}

extension Notebook {
    /// Logs in to an account that has a login. What was done here before any account goes along.
    ///
    /// An account with a second factor refuses with the code `second_factor_required`: ask the person, and log in
    /// again.
    ///
    /// - Parameters:
    ///   - second: for an account that asks for more than the password.
    ///   - bringing: a notebook that is in an account without a login already takes that account's tasks along.
    public func logIn(
        on address: URL, email: String, password: String, second: SecondFactorProof? = nil, deviceName: String? = nil,
        bringing: Bool = false
    ) async throws {
        // The server merges the two accounts as it knows them, so what it does not have yet is sent by this.
        if await isLetIn(), !bringing { throw EntryFailure.otherAccount }
        // Also where nobody is let in by it any more: it may be that of a merge whose answer was lost.
        let brings = bringing && hasAccount
        var members = [JSONMember("email", .string(email)), JSONMember("password", .string(password))]
        if let second { members.append(second.member) }
        if let deviceName { members.append(JSONMember("deviceName", .string(deviceName))) }
        var token: String?
        if brings {
            token = session.tokenFile.read()
            members.append(JSONMember("merge", .bool(true)))
        }
        let door = session.door(at: address, token: token)
        let answer: JSONValue
        do { answer = try await door.object("POST", "/v1/login", members) } catch { throw EntryFailure(error) }
        do { try moveIn(answer, address, fromAnotherAccount: bringing) } catch {
            if case .string(let token)? = answer["token"] {
                // A device that nobody uses must not stay behind.
                _ = try? await session.door(at: address, token: token).object("POST", "/v1/logout")
            }
            throw error
        }
    }

    /// Gives the account a login, so that other devices can log in. Answers the recovery codes, which are told only
    /// now.
    public func claim(email: String, password: String) async throws -> [String] {
        let answer = try await asked(
            "POST", "/v1/account/claim",
            [JSONMember("email", .string(email)), JSONMember("password", .string(password))])
        guard case .array(let codes)? = answer["recoveryCodes"] else { return [] }
        return codes.compactMap { if case .string(let code) = $0 { code } else { nil } }
    }

    /// Any call of the API with this device's token; throws `EntryFailure`.
    public func asked(_ method: String, _ path: String, _ members: [JSONMember]? = nil) async throws -> JSONValue {
        guard let server else { throw EntryFailure.alone }
        do { return try await server.object(method, path, members) } catch { throw EntryFailure(error) }
    }
}
