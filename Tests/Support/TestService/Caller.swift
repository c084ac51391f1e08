import DaybookCore
import Foundation
import TestWire

/// Asks a server over a socket of its own, one connection for each question.
struct Caller: Sendable {
    let port: UInt16
    var token: String?
    var fields: [String: String] = [:]

    struct Answer: Sendable {
        let status: Int
        let head: String
        let text: String

        /// A member of the answer's JSON, by path: `account.id`.
        subscript(path: String) -> JSONValue? {
            var reader = JSONReader(Array(text.utf8))
            guard var value = try? reader.readValue() else { return nil }
            for name in path.split(separator: ".") {
                guard case .object(let members) = value, let member = members.first(where: { $0.name == name }) else {
                    return nil
                }
                value = member.value
            }
            return value
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

        var code: String { string("code") }
        var statusAndCode: String { "\(status) \(code)" }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

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
        var text = "\(method) \(path) HTTP/1.1\r\nHost: todo.example.org\r\nConnection: close\r\n"
        if let token { text += "Authorization: Bearer \(token)\r\n" }
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        text += "\r\n" + (body ?? "")
        let message = text
        let answer = try? await onThread { try Wire(port: port).ask(message) }
        return Answer(status: answer?.status ?? 0, head: answer?.head ?? "", text: answer?.text ?? "")
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
