import DaybookCore
import Foundation
import TestWire

/// Asks a server over a socket of its own, one connection for each question.
struct Caller: Sendable {
    let port: UInt16
    var token: String?
    var fields: [String: String] = [:]

    typealias Answer = Wire.Answer

    func with(_ token: String) -> Caller {
        var copy = self
        copy.token = token
        return copy
    }

    func get(_ path: String) async -> Answer { await call("GET", path, nil) }
    func post(_ path: String, _ body: String? = nil) async -> Answer { await call("POST", path, body) }
    func put(_ path: String, _ body: String) async -> Answer { await call("PUT", path, body) }
    func delete(_ path: String, _ body: String? = nil) async -> Answer { await call("DELETE", path, body) }

    func call(_ method: String, _ path: String, _ body: String?) async -> Answer {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        let text = requestText(method, path, host: "todo.example.org", token: token, fields: lines, body)
        return (try? await onThread { try Wire(port: port).ask(text) }) ?? Answer()
    }
}

extension Wire.Answer {
    /// A member of the answer's JSON, by path: `account.id`.
    subscript(path: String) -> JSONValue? {
        path.split(separator: ".").reduce(try? JSONValue(json: body)) { $0?[String($1)] }
    }

    func string(_ path: String) -> String {
        if case .string(let text) = self[path] { text } else { "" }
    }

    func strings(_ path: String) -> [String] {
        guard case .array(let values) = self[path] else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    func number(_ path: String) -> Int {
        if case .integer(let number) = self[path] { Int(number) } else { -1 }
    }
}

extension LiveHouse {
    var caller: Caller { Caller(port: port) }

    /// Somebody who has just begun.
    func newcomer() async -> Caller { caller.with(await caller.post("/v1/accounts", "{}").string("token")) }

    /// An account with a login: who is in, and the recovery codes.
    func claimed(
        _ email: String, _ password: String = "seven bells and a whistle"
    ) async -> (caller: Caller, codes: [String], knownDevice: String) {
        let somebody = await newcomer()
        let answer = await somebody.post("/v1/account/claim", #"{"email":"\#(email)","password":"\#(password)"}"#)
        return (somebody, answer.strings("recoveryCodes"), answer.string("knownDevice"))
    }
}

/// Servers whose passwords are cheap, so that tests are not about waiting.
let cheapPasswords = ["DAYBOOK_PASSWORD_MEMORY": "8MiB", "DAYBOOK_PASSWORD_PASSES": "1"]
