import DaybookCore

/// What each method is answered with.
extension AgentServer {
    func result(
        of method: String, _ message: AgentMessage, _ id: AgentMessage.Identity, _ revision: AgentRevision
    ) async throws -> [UInt8] {
        let envelope = AgentEnvelope(id: id, revision: revision, version: version)
        switch (method, revision.isStateless) {
        case ("initialize", false): return initialized(message, envelope)
        case ("ping", false): return envelope.result { _ in }
        case ("server/discover", true):
            return envelope.result(keeps: .caller) { json in
                json.member("supportedVersions", AgentRevision.allCases.map(\.rawValue))
                writeAbilities(to: &json)
            }
        case ("tools/list", _):
            return envelope.result(keeps: .caller) { json in
                json.name("tools")
                json.array(tools) { $1.write(to: &$0) }
            }
        case ("tools/call", _): return try await called(message, envelope)
        case ("resources/list", _):
            return envelope.result(keeps: .everybody) { AgentResource.writeList(to: &$0) }
        case ("resources/templates/list", _):
            return envelope.result(keeps: .everybody) { AgentResource.writeTemplates(to: &$0) }
        case ("resources/read", _): return try await shown(message, envelope)
        case ("prompts/list", _): return envelope.result(keeps: .everybody) { AgentPrompt.writeList(to: &$0) }
        case ("prompts/get", _):
            guard let prompt = AgentPrompt.all.first(where: { $0.name == message.params[text: "name"] }) else {
                throw AgentFault(.invalidParams, "There is no prompt of this name.", id: id)
            }
            return envelope.result { prompt.write(to: &$0) }
        default: throw AgentFault(.methodNotFound, "There is no method of this name.", id: id)
        }
    }

    private func initialized(_ message: AgentMessage, _ envelope: AgentEnvelope) -> [UInt8] {
        let wanted = message.params[text: "protocolVersion"].flatMap { AgentRevision(rawValue: $0) }
        let agreed = wanted.flatMap { $0.isStateless ? nil : $0 } ?? .newestOfHandshakes
        return envelope.result { json in
            json.member("protocolVersion", agreed.rawValue)
            json.name("serverInfo")
            envelope.writeServer(to: &json)
            writeAbilities(to: &json)
        }
    }

    private func writeAbilities(to json: inout JSONWriter) {
        json.object("capabilities") { json in
            for name in ["tools", "resources", "prompts"] { json.object(name) { _ in } }
        }
        json.member("instructions", instructions)
    }

    private func called(_ message: AgentMessage, _ envelope: AgentEnvelope) async throws -> [UInt8] {
        let name = message.params[text: "name"]
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw AgentFault(.invalidParams, "There is no tool of this name.", id: envelope.id)
        }
        do {
            switch try await told(by: tool, message.params["arguments"], envelope) {
            case .done(let answer):
                note(tool.name, .done)
                return answer
            case .refused(let document):
                note(tool.name, .refused)
                return envelope.refused(document)
            }
        } catch {
            note(tool.name, .failed)
            throw error
        }
    }

    private enum Told {
        case done([UInt8])
        case refused([UInt8])
    }

    private func told(
        by tool: AgentTool, _ given: JSONValue?, _ envelope: AgentEnvelope
    ) async throws -> Told {
        let asked: AgentTool.Asked
        do throws(AgentRefusal) { asked = try tool.asked(given) } catch {
            // In a result and no error: so the assistant reads it, and asks better.
            if let meant = try await tasks(meantBy: given, for: tool) { return .refused(meant) }
            return .refused(
                JSONWriter.document { json in
                    json.member("code", "invalid_arguments")
                    json.member("detail", error.sentence)
                })
        }
        switch (asked, hands) {
        case (.places(let places), _): return try await read(places, envelope)
        case (.deed(let deed), let hands?): return try await perform(deed, by: hands, envelope)
        case (.deed, nil): throw AgentFault(.invalidParams, "Nothing can be changed here.", id: envelope.id)
        }
    }

    private func read(_ places: AgentTool.Places, _ envelope: AgentEnvelope) async throws -> Told {
        var parts: [(name: String?, document: [UInt8])] = []
        for (name, place) in places.inOrder {
            switch try await source.read(place) {
            case .found(let document): parts.append((name, document))
            case .elsewhere where !parts.isEmpty: continue
            case .refused(let problem), .elsewhere(let problem): return .refused(problem)
            }
        }
        return .done(await aside(parts) { envelope.found(AgentResult($0, app: app)) })
    }

    private func perform(
        _ deed: AgentDeed, by hands: any AgentHands, _ envelope: AgentEnvelope
    ) async throws -> Told {
        switch try await hands.perform(deed) {
        case .refused(let problem), .elsewhere(let problem): return .refused(problem)
        case .found(let answer):
            var parts: [(name: String?, document: [UInt8])] = [(deed.act.answerName, answer)]
            for next in deed.act.places(beside: answer) {
                // It is done, and said so, also where what stands beside it cannot be read.
                guard case .found(let document)? = try? await source.read(next.place) else { continue }
                parts.append((next.name, document))
            }
            return .done(await aside(parts) { envelope.found(AgentResult($0, app: app)) })
        }
    }

    /// Where words were given in place of a task's id: nothing is done, even where one task fits, and those that fit
    /// are listed, so that the assistant asks the person.
    private func tasks(meantBy arguments: JSONValue?, for tool: AgentTool) async throws -> [UInt8]? {
        guard case .changes = tool.work, let words = arguments?[text: "task"], !words.isEmpty, Identifier(words) == nil,
            AgentArgument.isPlain(words, upTo: 2_000),
            case .found(let hits) = try await source.read(AgentPlace("/v1/search", [("q", words), ("limit", "10")]))
        else { return nil }
        return JSONWriter.document { json in
            json.member("code", "task_not_named")
            json.member(
                "detail",
                "task must be an id. These tasks fit the words; ask the person which is meant, and give its id.")
            json.member("note", AgentResult.note)
            json.name("data")
            json.alreadyJSON(hits)
        }
    }

    private func shown(_ message: AgentMessage, _ envelope: AgentEnvelope) async throws -> [UInt8] {
        let missing = AgentFault(
            envelope.revision.isStateless ? .invalidParams : .resourceNotFound, "There is no such resource.",
            id: envelope.id)
        guard let address = message.params[text: "uri"], let place = AgentResource.place(of: address) else {
            throw missing
        }
        guard case .found(let document) = try await source.read(place) else { throw missing }
        return await aside([(nil, document)]) { envelope.shown(AgentResult($0, app: app), at: address) }
    }

    private func aside(
        _ parts: [(name: String?, document: [UInt8])],
        _ write: @escaping @Sendable ([(name: String?, document: [UInt8])]) -> [UInt8]
    ) async -> [UInt8] {
        await source.unhurried(parts.reduce(0) { $0 + $1.document.count }) { write(parts) }
    }
}

/// What became of a call of a tool.
package enum AgentOutcome: String, CaseIterable, Sendable {
    /// It was answered with what was asked for.
    case done
    /// The assistant was told why not.
    case refused
    /// Something is wrong with the server or the token, or the client left.
    case failed
}

extension AgentTool.Places {
    fileprivate var inOrder: [(name: String?, place: AgentPlace)] {
        switch self {
        case .one(let place): [(nil, place)]
        case .several(let named): named.map { ($0.name, $0.place) }
        }
    }
}
