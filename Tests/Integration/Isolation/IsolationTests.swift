import Foundation
import Testing

/// Every operation of the served document, asked by everybody who should not get anything from it. A route that is new
/// is in it as soon as it is in the document, and another test sees to it that every route is.
@Suite(.closing) struct IsolationTests {
    /// Stands in every text that the first account wrote; no answer to anybody else may hold it.
    static let canary = "CANARY-7f3a"
    static let settings = [
        "DAYBOOK_REGISTRATIONS_PER_ADDRESS": "0", "DAYBOOK_DEVICES_PER_ACCOUNT": "0", "DAYBOOK_LOGINS_PER_ADDRESS": "0",
        "DAYBOOK_REQUESTS_PER_DEVICE": "0", "DAYBOOK_REQUESTS_PER_ACCOUNT": "0", "DAYBOOK_REQUESTS_PER_ADDRESS": "0",
        // What is sent, and when it is looked at again, stands in rows of the account: the server changes them itself.
        "DAYBOOK_REMINDERS": "no",
    ]

    @Test func nobodySeesOrChangesWhatIsAnothers() async throws {
        let (house, victim) = try await Self.prepare()
        let before = try house.rows(of: victim)
        var asked = 0
        for operation in house.document.operations where !operation.path.hasSuffix("/openapi.json") {
            let stranger = try await house.newAccount()
            var identifiers = victim.identifiers.makeIterator()
            func next() -> String {
                if let identifier = identifiers.next() { return identifier }
                identifiers = victim.identifiers.makeIterator()
                return identifiers.next() ?? victim.account
            }
            // Each of the victim's ids in each place of the path and of the body.
            for identifier in operation.places.isEmpty ? [victim.account] : victim.identifiers {
                let places = Dictionary(uniqueKeysWithValues: operation.places.map { ($0, identifier) })
                let bodies = house.document.bodies(of: operation)
                for body in bodies.isEmpty ? [nil] : bodies + bodies.map({ Body.replacingIdentifiers($0, next) }) {
                    let answer = try await house.ask(operation, places, token: stranger.token, body)
                    let holds = answer.whole.contains(Self.canary)
                    #expect(!holds, "\(operation.name) told a stranger what is another's")
                    #expect(answer.status < 500, "\(operation.name): \(answer.status) \(answer.whole)")
                    asked += 1
                }
            }
            let after = try house.rows(of: victim)
            #expect(after == before, "\(operation.name) changed what is another's")
        }
        #expect(asked > 20)
        #expect(await house.program.stop() == 0)
    }

    /// What each kind of token may ask for is what the document says.
    @Test func tokensReachWhatTheirScopeSaysAndNothingElse() async throws {
        let (house, victim) = try await Self.prepare()
        let allowed: [String: Set<String>] = [
            "full": ["read", "capture", "write", "own"], "read": ["read"], "capture": ["capture"],
            // It speaks at the door for assistants, which is beside the document.
            "agent": [], "agent_read": [],
        ]
        let badTokens = try await house.badTokens(victim)
        for operation in house.document.operations where !operation.isOpen {
            for (scope, accesses) in allowed.sorted(by: { $0.key < $1.key }) {
                // One of each for each question, since an answer may be that it is gone.
                let stranger = try await house.newAccount()
                let token = scope == "full" ? stranger.token : try await house.newToken(scope, of: stranger)
                let answer = try await house.ask(operation, house.strangePlaces(operation), token: token, nil)
                let isRefused = answer.status == 403 && answer.whole.contains("scope_insufficient")
                let isUnknown = answer.status == 401
                let isAllowed = operation.access == "any" || accesses.contains(operation.access)
                #expect(
                    isAllowed ? !isRefused && !isUnknown : isRefused,
                    "\(operation.name), which needs \(operation.access), with a \(scope) token: \(answer.status)")
            }
            for (kind, token) in badTokens {
                let answer = try await house.ask(operation, house.strangePlaces(operation), token: token, nil)
                #expect(answer.status == 401, "\(operation.name) with a token that is \(kind): \(answer.status)")
                let holds = answer.whole.contains(Self.canary)
                #expect(!holds, "\(operation.name) with a token that is \(kind)")
            }
        }
        #expect(await house.program.stop() == 0)
    }

    /// The test would notice: the account itself is told its own.
    @Test func theAccountItselfIsToldItsOwn() async throws {
        let (house, victim) = try await Self.prepare()
        var told: [String] = []
        for operation in house.document.operations where operation.method == "GET" && !operation.isOpen {
            for identifier in operation.places.isEmpty ? [victim.account] : victim.identifiers {
                let places = Dictionary(uniqueKeysWithValues: operation.places.map { ($0, identifier) })
                let answer = try await house.ask(operation, places, token: victim.token, nil)
                if answer.whole.contains(Self.canary) { told.append(operation.name) }
            }
        }
        #expect(Set(told).isSuperset(of: ["GET /v1/devices", "GET /v1/tokens"]), "\(told)")
        let tables = try house.rows(of: victim).filter { $0.value.contains(Self.canary) }.keys
        #expect(Set(tables).isSuperset(of: ["device", "token"]), "\(tables)")
        #expect(await house.program.stop() == 0)
    }

    /// A server, and an account with something of everything in it.
    private static func prepare() async throws -> (IsolationHouse, IsolationHouse.Account) {
        let house = try await IsolationHouse.open(settings)
        return (house, try await house.newVictim(canary))
    }
}
