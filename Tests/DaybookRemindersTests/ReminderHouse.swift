import DaybookCore
import DaybookHost
import DaybookLedger
import Notifying
import Postgres
import Synchronization
import Testing

@testable import DaybookReminders
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// An account whose devices are told by a post office that writes down what it carries, at times that the test says.
final class ReminderHouse: Sendable {
    struct Letter: Sendable {
        let notification: Notifying.Notification
        let address: ChannelAddress

        var title: String { notification.title }
        var url: String { address["url"] ?? "" }
    }

    let database: Database
    let ledger: Ledger
    private let wanted: WantedReminders
    let changeNews: ChangeNews
    let account: SomeAccount
    private let keys = Mutex<SecretKey>(.random())
    private let letters = Mutex<[Letter]>([])
    private let answers = Mutex<[String: [SendOutcome]]>([:])
    /// Receivers that do not answer until they are let.
    private let held = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])
    /// Everything that is sent, as it comes.
    let arrivals = AsyncStream<Letter>.makeStream()
    private let time: Mutex<Instant>

    /// In the middle of a day, at a full second.
    static let noon = Instant(milliseconds: 1_780_000_000_000)

    private init(_ database: Database, _ account: SomeAccount) {
        self.database = database
        self.account = account
        let announcements = Announcements(passing: { _ in }, looking: { _ in })
        (wanted, changeNews) = (WantedReminders(announcements), ChangeNews(announcements))
        ledger = Ledger(database: database, announcements: announcements, projections: [wanted, changeNews])
        time = Mutex(Self.noon)
    }

    static func open() async throws -> ReminderHouse {
        let database = try await openMigrated()
        return ReminderHouse(database, try await SomeAccount.make(in: database))
    }

    var key: SecretKey {
        get { keys.withLock { $0 } }
        set { keys.withLock { $0 = newValue } }
    }
    var channels: Channels { Channels(database, key, ledger) }

    var now: Instant {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    func wait(_ seconds: Int64) { now = now.adding(seconds: seconds) }

    // MARK: What devices want

    @discardableResult
    func channel(
        _ url: String, wants: Wants = .usual, kind: ChannelKind = .webhook, of other: SomeAccount? = nil
    ) async throws -> Channel {
        let address = try ChannelAddress(kind, kind == .live ? [:] : ["url": url])
        return try await open(address, name: url, wants, for: other ?? account)
    }

    @discardableResult
    func open(
        _ address: ChannelAddress, name: String, _ wants: Wants = .usual, for account: SomeAccount
    ) async throws -> Channel {
        let wish = ChannelWish(address: address, name: name, wants: wants, language: .english)
        return try await channels.open(wish, for: account.device, of: account.id, now: now).channel
    }

    @discardableResult
    func push(
        _ id: Identifier, _ fields: [JSONMember], entity: SyncOperation.Entity = .task, kind: SyncOperation.Kind = .set,
        reopens: HybridTime? = nil, of other: SomeAccount? = nil
    ) async throws -> SyncOperation {
        let account = other ?? account
        let operation = SyncOperation(
            opId: .random(), entity: entity, id: id, at: HybridTime(now, device: account.device), kind: kind,
            fields: fields, reopens: reopens)
        let result = try await ledger.push(Push(operations: [operation]), to: account.id, now: now)
        #expect(try #require(result.merged).outcomes == [.applied])
        wait(1)
        return operation
    }

    @discardableResult
    func task(
        _ title: String, remindIn seconds: Int64, _ more: [JSONMember] = [], of other: SomeAccount? = nil
    ) async throws -> Identifier {
        let id = Identifier.random()
        try await push(id, [JSONMember("title", .string(title)), member("reminderAt", in: seconds)] + more, of: other)
        return id
    }

    /// A moment that lies so far ahead.
    func member(_ name: String, in seconds: Int64) -> JSONMember {
        JSONMember(name, .string(now.adding(seconds: seconds).text))
    }

    @discardableResult
    func change(_ channel: Channel, _ edit: (inout Channels.Change) -> Void) async throws -> Channel? {
        var change = Channels.Change()
        edit(&change)
        return try await channels.change(channel.id, of: account.id, to: change)
    }

    func settings(_ fields: [JSONMember]) async throws { try await push(account.id, fields, entity: .settings) }

    // MARK: What they are told

    /// The titles of what has come so far.
    var titles: [String] { letters.withLock { $0.map(\.title) } }

    /// The next answers of a receiver; without any it takes everything.
    func answer(_ url: String, _ outcomes: SendOutcome...) { answers.withLock { $0[url] = outcomes } }

    var reminders: Reminders {
        Reminders(database, wanted, log, key) { [self] notification, address in
            let letter = Letter(notification: notification, address: address)
            letters.withLock { $0.append(letter) }
            arrivals.continuation.yield(letter)
            await waitWhileHeld(letter.url)
            return answers.withLock { answers in
                guard let next = answers[letter.url]?.first else { return .delivered }
                answers[letter.url]?.removeFirst()
                return next
            }
        }
    }

    /// The receiver takes what comes and does not answer, until it is let go.
    func hold(_ url: String) { held.withLock { $0[url] = [] } }

    func letGo(_ url: String) {
        for message in held.withLock({ $0.removeValue(forKey: url) }) ?? [] { message.resume() }
    }

    private func waitWhileHeld(_ url: String) async {
        await withCheckedContinuation { message in
            let isHeld = held.withLock { held in
                held[url]?.append(message)
                return held[url] != nil
            }
            if !isHeld { message.resume() }
        }
    }

    private var log: Log { Log(LogSink(format: .text), level: .error) }

    /// As a server process of its own has them.
    var hooks: ChangeHooks { ChangeHooks(reminders, changeNews, log) }

    /// What is told of changes now.
    func tell() async throws -> [Letter] {
        try await hooks.tellAll { [self] in now }
        return taken()
    }

    /// What is sent now, and what comes a moment later, since an account that is worked on waits for its turn.
    func send() async throws -> [Letter] {
        try await reminders.sendAll { [self] in now }
        try await reminders.sendAll { [self] in now.adding(milliseconds: 1_500) }
        return taken()
    }

    func taken() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }

    func deliveries() async throws -> [Delivery] {
        try await database.read(
            of: account.id, "SELECT \(Delivery.columns) FROM delivery WHERE account_id = \(account.id) ORDER BY made_at"
        ).map { try Delivery($0) }
    }

    func rows() async throws -> Int {
        try await database.read("SELECT count(*) FROM reminder WHERE subject_id <> \(Identifier.zero)")[0].decode(0)
    }
}
