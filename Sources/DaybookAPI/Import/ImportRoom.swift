import DaybookCore
import DaybookHost
import DaybookLedger
import Glibc
import HTTP
import Reactor
import Synchronization

/// Stores files on the disk until they are whole, so that a slow upload holds nothing but its file. An account has one
/// import under way at a time, and the length of one file and of all files together is limited.
final class ImportRoom: Sendable {
    /// How many files are read into their accounts at a time, since each takes memory while it is read. The others wait
    /// their turn as files.
    static let lines: UInt64 = 2

    let folder: String
    let longest: Int
    private let most: Int
    private let turns = AccountGate()
    private let state = Mutex(State())

    private struct State {
        var taken = 0
        var accounts: Set<Identifier> = []
    }

    init(folder: String, longest: Int, inAll most: Int) {
        self.folder = folder
        self.longest = longest
        self.most = most
    }

    convenience init(_ configuration: Configuration) {
        let quota = configuration.bytesPerAccount
        self.init(
            folder: configuration.importFolder ?? Spool.folder(beside: configuration.dataDirectory),
            longest: quota > 0 ? min(quota, configuration.importLimit) : configuration.importLimit,
            inAll: configuration.importRoom)
    }

    /// How many bytes lie there.
    var taken: Int { state.withLock { $0.taken } }

    /// Takes a body in, whole.
    func receive(_ body: RequestBody, of account: Identifier) async throws -> SpooledBody {
        let place = try await enter(account)
        if let length = body.announcedLength, length > longest { throw Problem(tooLongFor: longest) }
        do {
            let spool = try Spool(in: folder)
            var length = 0
            for try await bytes in body {
                length += bytes.count
                guard length <= longest else { throw Problem(tooLongFor: longest) }
                try place.take(bytes.count)
                try spool.write(bytes)
            }
            try spool.rewind()
            return SpooledBody(spool: spool, place: place)
        } catch RequestBodyError.tooLarge {
            throw Problem(tooLongFor: longest)
        } catch let error as FileError where error.code == ENOSPC || error.code == EDQUOT {
            throw Problem(.diskFull, fields: ["retry-after": "60"])
        }
    }

    /// Waits until this account's line is free.
    func inTurn<Outcome>(_ account: Identifier, _ body: () async throws -> Outcome) async throws -> Outcome {
        try await turns.inTurn(of: Identifier(high: 0, low: account.low % Self.lines), body)
    }

    /// How long a second import of an account waits for the first, before any of it is read. A client that is refused
    /// at once would come again at once, with the whole file.
    static let patience = Duration.seconds(1)

    private func enter(_ account: Identifier) async throws -> Place {
        if let place = Place(self, account) { return place }
        await Reactor.current?.sleep(for: Self.patience)
        try Task.checkCancellation()
        guard let place = Place(self, account) else {
            throw Problem(.importUnderWay, fields: ["retry-after": "5"])
        }
        return place
    }

    /// The part of the room that one import takes, until nothing references it.
    final class Place: Sendable {
        private let room: ImportRoom
        private let account: Identifier
        private let held = Mutex(0)

        /// Nil while the account has another import under way.
        fileprivate init?(_ room: ImportRoom, _ account: Identifier) {
            guard room.state.withLock({ $0.accounts.insert(account).inserted }) else { return nil }
            self.room = room
            self.account = account
        }

        deinit {
            let held = held.withLock { $0 }
            room.state.withLock { state in
                state.taken -= held
                state.accounts.remove(account)
            }
        }

        fileprivate func take(_ bytes: Int) throws(Problem) {
            let isTaken = room.state.withLock { state in
                guard state.taken + bytes <= room.most else { return false }
                state.taken += bytes
                return true
            }
            guard isTaken else { throw Problem(.importNoRoom, fields: ["retry-after": "60"]) }
            held.withLock { $0 += bytes }
        }
    }
}

/// A body that is here whole.
struct SpooledBody: ImportSource {
    fileprivate let spool: Spool
    fileprivate let place: ImportRoom.Place

    func next() throws -> [UInt8]? { try spool.read() }
    func rewind() throws { try spool.rewind() }
}

extension Problem {
    fileprivate init(tooLongFor limit: Int) {
        self.init(
            .contentTooLarge,
            detail:
                "The file is longer than \(limit) bytes, packed or unpacked. Nothing of it was imported; send it in parts.",
            members: [Member("limit", .number(limit))])
    }
}

extension ProblemType {
    static let importUnderWay = ProblemType(
        "import_under_way", .conflict, "Another import of the account is under way; send this one when it is done")
    static let importNoRoom = ProblemType(
        "import_no_room", .serviceUnavailable, "Other imports use all the space for imports; nothing was imported"
    )
    static let diskFull = ProblemType(
        "disk_full", .insufficientStorage, "The server's disk is full; nothing was imported")

    static let ofImportRoom: [ProblemType] = [.importUnderWay, .importNoRoom, .diskFull]
}
