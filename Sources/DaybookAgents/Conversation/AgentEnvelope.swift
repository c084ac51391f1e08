import DaybookCore

/// What stands around a result: whose answer it is, and what its revision wants to be said with it.
struct AgentEnvelope: Sendable {
    let id: AgentMessage.Identity
    let revision: AgentRevision
    let version: String

    /// For whom a client may keep a result for a while.
    enum Keeping {
        /// It is the same for every account.
        case everybody
        /// It follows from who asks.
        case caller
        case nobody
    }

    /// What is the same for everybody changes with a new version of the server alone.
    private static let keptFor = 300_000

    func result(keeps keeping: Keeping? = nil, _ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.document { json in
            json.member("jsonrpc", "2.0")
            json.name("id")
            id.write(to: &json)
            json.object("result") { json in
                if revision.isStateless { writeStateless(keeping, to: &json) }
                writeMembers(&json)
            }
        }
    }

    private func writeStateless(_ keeping: Keeping?, to json: inout JSONWriter) {
        json.member("resultType", "complete")
        json.object("_meta") { json in
            json.name("io.modelcontextprotocol/serverInfo")
            writeServer(to: &json)
        }
        guard let keeping else { return }
        json.member("ttlMs", keeping == .nobody ? 0 : Self.keptFor)
        json.member("cacheScope", keeping == .everybody ? "public" : "private")
    }

    func writeServer(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", "daybook")
            json.member("title", "Daybook")
            json.member("version", version)
        }
    }

    /// What a tool found: as structure, and for clients that know only text as text.
    func found(_ found: AgentResult) -> [UInt8] {
        result { json in
            writeText(found.bytes, to: &json)
            guard revision.hasStructuredContent else { return }
            json.name("structuredContent")
            json.alreadyJSON(found.bytes)
        }
    }

    /// Why a tool found nothing, for the assistant to read.
    func refused(_ problem: [UInt8]) -> [UInt8] {
        result { json in
            writeText(problem, to: &json)
            json.member("isError", true)
        }
    }

    func shown(_ shown: AgentResult, at address: String) -> [UInt8] {
        result(keeps: .nobody) { json in
            json.objects("contents", [shown]) { json, shown in
                json.member("uri", address)
                json.member("mimeType", "application/json")
                json.name("text")
                json.quoted(shown.bytes)
            }
        }
    }

    private func writeText(_ document: [UInt8], to json: inout JSONWriter) {
        json.objects("content", [document]) { json, document in
            json.member("type", "text")
            json.name("text")
            json.quoted(document)
        }
    }
}
