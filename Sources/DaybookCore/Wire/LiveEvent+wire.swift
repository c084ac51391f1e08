private enum Member: Int, CaseIterable {
    case revision, cursor, after, changes
    static let names = JSONNames<Member>("revision cursor after changes")
}

/// `{"revision":42,"cursor":TEXT}`, and with rows `"after":41` and `"changes"`, which is a sync page's.
extension LiveEvent {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member(Member.revision, of: Member.names, cursor.revision)
        writer.member(Member.cursor, of: Member.names, cursor.text)
        if let changes {
            writer.member(Member.after, of: Member.names, changes.after)
            writer.name(Member.changes, of: Member.names)
            changes.page(at: cursor).writeChanges(to: &writer)
        }
        writer.endObject()
    }

    package static func read(_ document: [UInt8]) throws(WireError) -> LiveEvent {
        var reader = JSONReader(document)
        var cursor = SyncCursor(epoch: .zero, revision: 0)
        var after: Int64?
        var page: SyncPage?
        let members = try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .revision: try reader.skipValue()
            case .cursor: cursor = try reader.readCursor()
            case .after: after = try reader.readInt64()
            case .changes:
                var changes = Changes(after: 0).page(at: cursor)
                try changes.readChanges(from: &reader)
                page = changes
            }
        }
        try reader.end()
        guard members.has(Member.cursor) else {
            throw reader.missing(Member.names.name(of: Member.cursor), ofObjectAt: 0)
        }
        guard let after, let page else { return LiveEvent(cursor: cursor) }
        return LiveEvent(
            cursor: cursor,
            changes: Changes(after: after, tasks: page.tasks, lists: page.lists, settings: page.settings))
    }
}

extension LiveEvent.Changes {
    func page(at cursor: SyncCursor) -> SyncPage {
        SyncPage(
            cursor: cursor, hasMore: false, tasks: tasks, lists: lists, settings: settings, outcomes: [],
            serverTime: Instant(milliseconds: 0), revision: cursor.revision)
    }
}
