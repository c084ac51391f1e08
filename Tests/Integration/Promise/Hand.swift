import DaybookCore
import Foundation

/// A client made from docs/build/sync.md alone, with a clock of its own that may be wrong. It keeps no rows and says
/// what a test tells it to say. Times are milliseconds beside the moment at which the test began.
struct Hand {
    let api: API
    let token: String
    /// By how much its clock is ahead.
    var ahead: Int64 = 0
    private(set) var cursor: String?
    let began = Int64(Date().timeIntervalSince1970 * 1000)

    init(_ api: API, _ token: String, ahead: Int64 = 0) {
        self.api = api
        self.token = token
        self.ahead = ahead
    }

    /// One account and so many devices in it, whose clocks are ahead by so much.
    static func several(_ api: API, ahead: [Int64], account: String = "{}") async throws -> [Hand] {
        let first = try await api.newAccount(account).token
        var hands = [Hand(api, first, ahead: ahead[0])]
        for ahead in ahead.dropFirst() {
            let body = #"{"label":"Device","scope":"full"}"#
            let answer = try await api.ask("POST", "/v1/tokens", token: first, body)
            guard let token = answer.json["token"].text else { throw API.NoAnswer() }
            hands.append(Hand(api, token, ahead: ahead))
        }
        return hands
    }

    /// What this device's clock shows.
    func time(_ at: Int64, counter: Int = 0) -> String {
        let text = Instant(milliseconds: began + at + ahead).text
        return counter == 0 ? text : text + "+" + String(format: "%04x", counter)
    }

    /// An operation on a task.
    func change(
        _ task: String, at: Int64, counter: Int = 0, _ fields: String = "{}", kind: String = "set",
        entity: String = "task", _ more: String = ""
    ) -> String {
        """
        {"opId":"\(Self.name())","entity":"\(entity)","id":"\(task)","at":"\(time(at, counter: counter))","kind":"\(kind)",\
        "fields":\(fields)\(more)}
        """
    }

    static func name() -> String { UUID().uuidString.lowercased() }

    /// Sends operations and reads everything that is new.
    ///
    /// - Parameter sent: when, by the test's clock; nil where the device does not say.
    @discardableResult
    mutating func sync(
        _ operations: [String] = [], sent: Int64? = 0, isMeant: Bool = false
    ) async throws -> API.Answer {
        let told = (sent.map { #","sentAt":"\#(time($0))""# } ?? "") + (isMeant ? #","confirmMassDelete":true"# : "")
        let from = cursor.map { "\"\($0)\"" } ?? "null"
        let answer = try await api.ask(
            "POST", "/v1/sync", token: token,
            #"{"cursor":\#(from)\#(told),"ops":[\#(operations.joined(separator: ","))]}"#)
        if let cursor = answer.json["cursor"].text { self.cursor = cursor }
        return answer
    }

    func task(_ id: String) async throws -> JSON {
        try await api.ask("GET", "/v1/tasks/\(id)", token: token).json
    }
}

extension API.Answer {
    var outcomes: [String] { json["outcomes"].list.compactMap { $0["outcome"].text } }
}
