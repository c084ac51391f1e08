import DaybookCore

extension Store {
    /// Everything of the account's own book, for a replica that begins.
    ///
    /// The generation is read first: what another process writes between two of these statements is read again the
    /// next time, and never taken for seen.
    func parts() throws -> (parts: ReplicaParts, generation: Int64) {
        let generation = try generation()
        var parts = try identityAndStanding()
        try read("SELECT kind, document FROM row WHERE book = ?1 AND stamp > ?2", -1, into: &parts.base)
        if parts.standing.cursor?.snapshotFrom != nil {
            var incoming = Slice(account: parts.base.account)
            try read("SELECT kind, document FROM incoming WHERE book = ?1 AND ?2 IS NULL", nil, into: &incoming)
            parts.incoming = incoming
        }
        try readOperations(into: &parts)
        return (parts, generation)
    }

    /// What another process changed since a generation, on top of what is here. Nil when everything has to be read.
    func parts(changing base: Slice, since generation: Int64) throws -> (parts: ReplicaParts, generation: Int64)? {
        let found = try self.generation()
        var parts = try identityAndStanding()
        let book = base.account
        let replaced = try connection.number("SELECT replaced FROM book WHERE id = ?1", book.text) ?? .max
        guard parts.base.account == book, replaced <= generation, parts.standing.cursor?.snapshotFrom == nil
        else { return nil }
        parts.base = base
        try read("SELECT kind, document FROM row WHERE book = ?1 AND stamp > ?2", generation, into: &parts.base)
        try readOperations(into: &parts)
        return (parts, found)
    }

    private func identityAndStanding() throws -> ReplicaParts {
        let found = try connection.each(
            """
            SELECT account, device, clock, cursor, revision, epoch, exchange, mass_delete, shift
            FROM standing JOIN book ON book.id = standing.account
            """
        ) { (row) throws(StoreError) in
            let device = try row.identifier(1)
            guard let clock = row.text(2).flatMap({ ClockText.clock($0, device: device) }) else { throw .unreadable }
            var parts = ReplicaParts(account: try row.identifier(0), device: device)
            parts.standing.clock = clock
            parts.standing.cursor = row.text(3).flatMap { SyncCursor($0) }
            parts.standing.revision = row.number(4) ?? 0
            parts.standing.epoch = row.text(5).flatMap { Identifier($0) }
            parts.standing.exchange = UInt64(row.number(6) ?? 0)
            parts.standing.massDelete = Self.massDelete(row.text(7))
            parts.standing.shift = row.number(8) ?? 0
            return parts
        }
        guard let parts = found.last else { throw StoreError.unreadable }
        return parts
    }

    /// `51/60` wants to be confirmed, `confirmed` is.
    static func massDelete(_ text: String?) -> Replica.MassDelete {
        guard let text else { return .unasked }
        let numbers = text.split(separator: "/").compactMap { Int($0) }
        return numbers.count == 2 ? .wantsConfirmation(deletions: numbers[0], of: numbers[1]) : .confirmed
    }

    static func text(of massDelete: Replica.MassDelete) -> String? {
        switch massDelete {
        case .unasked: nil
        case .wantsConfirmation(let deletions, let total): "\(deletions)/\(total)"
        case .confirmed: "confirmed"
        }
    }

    private func read(_ query: String, _ after: Int64?, into slice: inout Slice) throws {
        try connection.each(query, slice.account.text, after) { (row) throws(StoreError) in
            var reader = JSONReader(row.bytes(1))
            do {
                switch RowKind(stored: row.number(0)) {
                case .task:
                    let task = try TaskItem(from: &reader)
                    slice.tasks[task.id] = task
                case .list:
                    let list = try TaskList(from: &reader)
                    slice.lists[list.id] = list
                case .settings: slice.settings = try AccountSettings(from: &reader)
                case nil: throw StoreError.unreadable
                }
            } catch { throw .unreadable }
        }
    }

    private func readOperations(into parts: inout ReplicaParts) throws {
        let account = parts.base.account
        let device = parts.device
        try connection.each(
            "SELECT state, document, answered_at FROM operation WHERE book = ?1 ORDER BY place", account.text
        ) { (row) throws(StoreError) in
            let operation = try Self.operation(row.bytes(1), device: device, account: account)
            switch row.number(0) {
            case 0: parts.waiting.append(operation)
            case let state:
                let at = row.instant(2)
                parts.answered.append(Replica.Answered(operation, at: at))
                if state == 1 { parts.onTheirWay += 1 }
            }
        }
    }

    static func operation(
        _ document: [UInt8], device: Identifier, account: Identifier
    ) throws(StoreError) -> SyncOperation {
        var reader = JSONReader(document)
        do { return try SyncOperation(from: &reader, device: device, account: account) } catch { throw .unreadable }
    }
}
