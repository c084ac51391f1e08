import DaybookCore
import DaybookLedger

/// What server processes tell each other by NOTIFY: who sends, then accounts with their revisions and revocations.
/// Nothing that a user wrote, since every role of the database may listen.
///
///     SENDER +ACCOUNT:REVISION -ACCOUNT:DEVICE -ACCOUNT !ACCOUNT ~ACCOUNT =ACCOUNT
struct NotificationText: Equatable {
    static let channel = "daybook_live"
    /// PostgreSQL takes less than 8,000 bytes.
    static let limit = 7_900

    var sender: Identifier
    var revisions: [Identifier: Int64] = [:]
    var revocations: Set<Revocation> = []
    /// Whose devices have something to fetch.
    var reminded: Set<Identifier> = []
    /// What is to be told soon: reminders, or changes.
    var wakes: Set<Wake> = []

    /// As many payloads as it takes.
    var payloads: [String] {
        var payloads: [String] = []
        var payload = sender.text
        let words =
            revisions.map { " +\($0.text):\($1)" } + revocations.compactMap { Self.word(for: $0) }
            + reminded.map { " !\($0.text)" } + wakes.map { ($0.isOfChanges ? " =" : " ~") + $0.account.text }
        for word in words {
            if payload.utf8.count + word.utf8.count > Self.limit {
                payloads.append(payload)
                payload = sender.text
            }
            payload += word
        }
        payloads.append(payload)
        return payloads
    }

    private static func word(for revocation: Revocation) -> String? {
        switch revocation {
        case .device(let device, let account): " -\(account.text):\(device.text)"
        case .account(let account): " -\(account.text)"
        case .unknown: nil
        }
    }

    init(sender: Identifier) { self.sender = sender }

    /// Unknown words, perhaps of a later release, are passed over.
    init?(_ payload: String) {
        let words = payload.split(separator: " ")
        guard let first = words.first, let sender = Identifier(String(first)) else { return nil }
        self.sender = sender
        for word in words.dropFirst() {
            let parts = word.dropFirst().split(separator: ":")
            guard let account = parts.first.flatMap({ Identifier(String($0)) }) else { continue }
            switch (word.first, parts.count) {
            case ("+", 2): if let revision = Int64(parts[1]) { revisions[account] = revision }
            case ("-", 2):
                if let device = Identifier(String(parts[1])) { revocations.insert(.device(device, of: account)) }
            case ("!", 1): reminded.insert(account)
            case ("~", 1): wakes.insert(Wake(account, isOfChanges: false))
            case ("=", 1): wakes.insert(Wake(account, isOfChanges: true))
            case ("-", 1): revocations.insert(.account(account))
            default: break
            }
        }
    }

    mutating func add(_ news: News) {
        switch news {
        case .committed(let commit, _, let account): reach(commit.revision, in: account)
        case .reached(let revision, let account): reach(revision, in: account)
        case .ended(let revocation): revocations.insert(revocation)
        case .reminded(let account): reminded.insert(account)
        case .toTell(let wake): wakes.insert(wake)
        }
    }

    mutating func add(_ other: NotificationText) {
        for (account, revision) in other.revisions { reach(revision, in: account) }
        revocations.formUnion(other.revocations)
        reminded.formUnion(other.reminded)
        wakes.formUnion(other.wakes)
    }

    private mutating func reach(_ revision: Int64, in account: Identifier) {
        revisions[account] = max(revisions[account] ?? 0, revision)
    }

    var isEmpty: Bool { revisions.isEmpty && revocations.isEmpty && reminded.isEmpty && wakes.isEmpty }
}
