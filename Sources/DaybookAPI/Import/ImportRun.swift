import DaybookCore
import DaybookFormats
import HTTP
import Reactor

/// One import under way.
struct ImportRun {
    private let author: ImportAuthor
    private let importing: Import
    private(set) var report: ImportReport
    private var waiting: [Draft] = []
    private var waitingText = 0
    /// Where among those that wait a row is.
    private var waitingPlaces: [RowKey: Int] = [:]
    /// What the file has said of its rows so far.
    private var told: [RowKey: ToldRow] = [:]
    private var runningBatch: Task<ImportBatch.Result, any Error>?
    /// The place of the next row in the order of the file.
    private var place = 0
    /// What a dry run would have made, so that it is not made twice.
    private var imagined: Set<Identifier> = []
    private var bytes = 0

    init(_ author: ImportAuthor, _ report: ImportReport, importing: Import) {
        self.author = author
        self.report = report
        self.importing = importing
    }

    /// Reads the file from where it is to its end, and imports the drafts that are wanted.
    mutating func importToEnd(
        _ head: [UInt8], _ source: inout some ImportSource, _ progress: (ImportReport) -> Void,
        _ isWanted: (Draft) -> Bool
    ) async throws {
        guard let format = report.format else { return }
        var reader = format.reader()
        var reading = Reading(ReadingContext(zone: author.zone, now: author.now, name: report.name))
        do {
            var next: [UInt8]? = head.isEmpty ? try await source.next() : head
            bytes = 0
            while let bytes = next {
                self.bytes += bytes.count
                var unreadable: UnreadableSource?
                do throws(UnreadableSource) {
                    try await aside(if: true) { () throws(UnreadableSource) in try reader.read(bytes, into: &reading) }
                } catch { unreadable = error }
                try await take(reading.take(), isWanted)
                if let unreadable { throw unreadable }
                report.bytes = self.bytes
                report.reading = reading.report
                progress(report)
                next = try await source.next()
            }
            var unreadable: UnreadableSource?
            var isMore = true
            while isMore {
                do throws(UnreadableSource) {
                    isMore = try await aside(if: true) { () throws(UnreadableSource) in
                        try reader.finishSome(into: &reading)
                    }
                } catch {
                    unreadable = error
                    isMore = false
                }
                try await take(reading.take(), isWanted)
            }
            try await flush()
            try await settle()
            report.reading = reading.report
            if author.isDryRun { report.warn(author.excess(making: report.count(.made(.task)))) }
            if let unreadable { throw unreadable }
            progress(report)
        } catch {
            // What was read before counts, and is told.
            report.reading = reading.report
            do {
                if error is UnreadableSource { try await flush() }
                try await settle()
            } catch {}
            throw ImportStop(report: report, reason: error)
        }
    }

    private mutating func take(_ drafts: [Draft], _ isWanted: (Draft) -> Bool) async throws {
        for draft in drafts where isWanted(draft) {
            guard wait(draft) else { continue }
            waitingText += draft.weight
            if waiting.count >= Import.mostRows || waitingText >= Import.mostText { try await flush() }
        }
    }

    /// Puts a row among those that wait; false for one that stands in the file already, with other words, and cannot be
    /// told to be the later. Of two versions of a row the later one counts, in whatever order they come.
    private mutating func wait(_ draft: Draft) -> Bool {
        var draft = draft
        if let row = draft.row(of: author) {
            let now = ToldRow(draft)
            if let before = told[row], before.content != now.content, !now.isDeleted, !before.isDeleted {
                guard let at = now.updatedAt, let last = before.updatedAt, at != last else {
                    report.passOver(
                        Remark(
                            .passedOver, line: draft.line, field: "id",
                            "A row with the same id stands earlier in the file, and counts."))
                    return false
                }
                if at > last {
                    told[row] = now
                    if let place = waitingPlaces[row] { swap(&draft, &waiting[place]) }
                }
            } else if told[row] == nil, told.count < Import.mostTold {
                told[row] = now
            }
            if waitingPlaces[row] == nil { waitingPlaces[row] = waiting.count }
        }
        waiting.append(draft)
        return true
    }

    /// Sends off what is waiting, once what was sent before is done.
    private mutating func flush() async throws {
        guard !waiting.isEmpty else { return }
        let (drafts, author, place, imagined) = (waiting, author, self.place, imagined)
        let batch = await aside(if: true) {
            ImportBatch(drafts: drafts, author: author, place: place, imagined: imagined)
        }
        self.place += waiting.count
        waiting.removeAll(keepingCapacity: true)
        waitingPlaces.removeAll(keepingCapacity: true)
        waitingText = 0
        try await settle()
        let importing = importing
        runningBatch = Task(executorPreference: Reactor.current) { try await importing.make(batch) }
        // What a dry run imagines, the next batch has to know.
        if author.isDryRun { try await settle() }
    }

    private mutating func settle() async throws {
        guard let task = runningBatch else { return }
        runningBatch = nil
        let result = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        report.take(result)
        if author.isDryRun { imagined.formUnion(result.made) }
    }
}

/// One version of a row, as far as another one of it is to be told from it.
private struct ToldRow: Sendable {
    /// Mixed of all that it says.
    let content: Int
    let updatedAt: Instant?
    let isDeleted: Bool

    init(_ draft: Draft) {
        switch draft {
        case .task(var task):
            task.line = 0
            (content, updatedAt, isDeleted) = (task.hashValue, task.updatedAt, task.deletedAt != nil)
        case .list(var list):
            list.line = 0
            (content, updatedAt, isDeleted) = (list.hashValue, list.updatedAt, list.deletedAt != nil)
        case .settings: (content, updatedAt, isDeleted) = (0, nil, false)
        }
    }
}

extension Draft {
    /// Nil for settings.
    fileprivate func row(of author: ImportAuthor) -> RowKey? {
        switch self {
        case .task(let task): RowKey(.task, author.row(.task, task.name))
        case .list(let list): RowKey(.list, author.row(.list, list.name))
        case .settings: nil
        }
    }

    fileprivate var line: Int {
        switch self {
        case .task(let task): task.line
        case .list(let list): list.line
        case .settings: 1
        }
    }

    /// About how much text it holds.
    fileprivate var weight: Int {
        switch self {
        case .task(let task): task.title.utf8.count + (task.notes?.utf8.count ?? 0) + 200 + task.unknown.weight
        case .list(let list): list.title.utf8.count + 100 + list.unknown.weight
        case .settings(let settings): 100 + settings.fields.weight
        }
    }
}

extension [JSONMember] {
    fileprivate var weight: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.weight } }
}

extension JSONValue {
    /// About how many bytes of memory it takes.
    fileprivate var weight: Int {
        switch self {
        case .null, .bool, .integer: 64
        case .decimal(let text), .string(let text): 64 + text.utf8.count
        case .array(let items): items.reduce(64) { $0 + $1.weight }
        case .object(let members): 64 + members.weight
        }
    }
}

/// An import that could not be finished: why, and how far it came. What it has made stands; done again it goes on.
package struct ImportStop: AnswerableError {
    package let report: ImportReport
    package let reason: any Error

    /// The file is what it was taken for, and only its rest cannot be read.
    var isOfItsRest: Bool { (reason as? UnreadableSource).map { $0.code != .otherFormat } ?? false }

    /// The reason as a problem, with the report of what was done.
    package var problem: Problem {
        let told = [Problem.Member("report", .json(report.json))]
        switch reason {
        case let unreadable as UnreadableSource:
            return Problem(
                unreadable.code == .otherFormat ? .importFormatUnknown : .importUnreadable,
                detail: "Line \(unreadable.line): \(unreadable.sentence)",
                members: [
                    .init("reason", .text(unreadable.code.rawValue)), .init("line", .number(unreadable.line)),
                ] + told)
        case let error as any AnswerableError: return error.problem.telling(told)
        default: return Problem(.importInterrupted, members: told)
        }
    }
}

extension Problem {
    fileprivate func telling(_ more: [Member]) -> Problem {
        Problem(type, detail: detail, members: members + more, fields: fields)
    }
}

extension ProblemType {
    static let importFormatUnknown = ProblemType(
        "import_format_unknown", .unprocessableContent, "The file's format cannot be imported")
    static let importUnreadable = ProblemType(
        "import_unreadable", .unprocessableContent, "The file cannot be read any further; what came before was imported"
    )
    static let importInterrupted = ProblemType(
        "import_interrupted", .serviceUnavailable, "The import was interrupted; send the file again to continue")

    static let ofImport: [ProblemType] =
        [.importFormatUnknown, .importUnreadable, .importInterrupted] + ofImportRoom
}
