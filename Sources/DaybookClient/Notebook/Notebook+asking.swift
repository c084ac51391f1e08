import DaybookCore

/// How the server is asked for what it alone has or does, and how its answers are read.
extension Notebook {
    /// Asks for one deed until there is an answer: all requests have one key, so the server does it once, and one that
    /// needs longer than a connection waits goes on where it was.
    func insisting(on path: String, _ members: [JSONMember]) async throws -> JSONValue {
        guard let server else { throw EntryFailure.alone }
        var chance = SystemRandomNumberGenerator()
        let key = Identifier.random(using: &chance)
        var asked = 0
        while true {
            let began = time.now()
            do { return try await server.object("POST", path, members, key: key) } catch {
                asked += 1
                // A server that is not there says so at once; one that is at work lets the connection wait.
                let isAtWork = time.now() >= began.adding(seconds: Self.shortestWork)
                guard case .unreachable = error, asked == 1 || isAtWork, asked < Self.mostAsked else {
                    throw EntryFailure(error)
                }
            }
        }
    }
    private static let shortestWork: Int64 = 20
    /// A quarter of an hour, at 40 seconds each.
    private static let mostAsked = 23

    static func read<Told>(_ answer: JSONValue, _ read: (JSONValue) -> Told?) throws -> Told {
        guard let told = read(answer) else { throw EntryFailure.unreadable }
        return told
    }

    static func read<Told>(_ items: [JSONValue]?, _ read: (JSONValue) -> Told?) throws -> [Told] {
        guard let items else { throw EntryFailure.unreadable }
        return try items.map { try self.read($0, read) }
    }
}

extension UndoPlan.Kept {
    init?(_ json: JSONValue) {
        guard let entity = json.text("entity").flatMap({ SyncOperation.Entity(name: $0) }),
            let id = json.identifier("id"), let field = json.text("field")
        else { return nil }
        self.init(entity: entity, id: id, field: field)
    }
}
