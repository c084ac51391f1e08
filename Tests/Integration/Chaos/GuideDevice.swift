import Foundation
import Seeds
import TestPostgres

/// A device of docs/build/device.md: a program of its own for every command, all on one file, under a clock of its own.
actor GuideDevice {
    enum Language: CaseIterable { case python, typeScript }

    /// What was answered to somebody who changed something: an operation that must never be lost.
    struct Promise: Sendable {
        let task: String
        let kind: String
        /// Those whose values are texts.
        let fields: [String: String]
    }

    let name: String
    private let command: [String]
    private let file: URL
    private var random: SeededRandom
    /// How the machine's clock is off, as libfaketime is told.
    private var clock = "+0"
    private(set) var promises: [String: Promise] = [:]
    /// Changes after which nobody was told whether they were made.
    private(set) var unsure = 0
    private(set) var syncs = 0
    private(set) var flaws: [String] = []

    init(_ name: String, _ language: Language, script: URL, seed: UInt64) throws {
        self.name = name
        command = [language == .python ? "python3" : "node", script.path]
        file = try openFolder().appending(path: "device.json")
        random = SeededRandom(seed: seed)
    }

    // MARK: Commands

    private func start(_ words: [String]) throws -> Program {
        var settings = ["FAKETIME": clock, "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
        settings["LD_PRELOAD"] = Self.wrongClocks
        return try Program("/usr/bin/env", command + [file.path] + words, settings)
    }

    @discardableResult
    func run(_ words: String...) async throws -> (code: Int32, output: String, complaints: String) {
        try await run(words)
    }

    private func run(_ words: [String]) async throws -> (code: Int32, output: String, complaints: String) {
        let program = try start(words)
        let end = (await program.end(), await program.allOutput(), await program.allComplaints())
        if end.0 != 0, !Self.excuses.contains(where: end.2.contains) { flaws.append("\(name): \(words): \(end.2)") }
        return end
    }

    /// What may be said of a server that is killed and of a network that cuts: only that it is to be tried again.
    private static let excuses = ["try again later", "fetch failed", "terminated", "database_", "not_ready"]

    private static let wrongClocks: String? = {
        let folders = try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
        return folders?.map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()
    static var canBeWrong: Bool { wrongClocks != nil }

    // MARK: A life

    /// One thing that somebody does, or that happens.
    func live(_ number: Int) async throws {
        switch random.below(100) {
        case 0..<30: try await change(["add", "task \(name).\(number)"])
        case 30..<45: try await changeSomething(["set"], ["title=\"title \(name).\(number)\""])
        case 45..<52: try await changeSomething(["set"], ["state=\"completed\""])
        case 52..<57: try await changeSomething(["set"], ["state=\"notStarted\""])
        case 57..<62: try await changeSomething(["delete"])
        case 62..<65: try await changeSomething(["restore"])
        case 65..<68: clock = Self.clocks[random.below(Self.clocks.count)]
        case 68..<75: try await endAtOnce(["add", "task \(name).\(number)"])
        case 75..<80: try await endAtOnce(["sync"])
        default: try await sync()
        }
    }

    private static let clocks = ["+0", "+2h", "-2h", "-90s", "+400d", "-400d", "+5s x1.5"]

    private func change(_ words: [String]) async throws {
        let (code, output, _) = try await run(words)
        guard code == 0, let op = try object(output), let id = op["opId"] as? String else {
            return flaws.append("\(name): a change was not taken: \(words)")
        }
        let fields = (op["fields"] as? [String: Any] ?? [:]).compactMapValues { $0 as? String }
        promises[id] = Promise(task: "\(op["id"] ?? "")", kind: "\(op["kind"] ?? "")", fields: fields)
    }

    private func changeSomething(_ words: [String], _ more: [String] = []) async throws {
        let tasks = promises.values.map(\.task) + (try await shown().keys)
        guard let task = random.pick(tasks.sorted()) else { return }
        try await change(words + [task] + more)
    }

    /// The process is killed wherever it is by then.
    private func endAtOnce(_ words: [String]) async throws {
        let program = try start(words)
        try? await Task.sleep(for: .milliseconds(random.below(300)))
        program.signal(SIGKILL)
        _ = await program.end()
        if words != ["sync"] { unsure += 1 }
    }

    @discardableResult
    func sync() async throws -> Bool {
        let isDone = try await run("sync").code == 0
        if isDone { syncs += 1 }
        return isDone
    }

    /// Tries until it has heard and said everything.
    func comeToRest() async throws {
        for _ in 0..<100 where try await sync() { return }
        flaws.append("\(name) never comes to rest")
    }

    // MARK: What it shows

    /// Title, state and revision of each task.
    func shown() async throws -> [String: String] {
        let tasks = try JSONSerialization.jsonObject(with: Data(try await run("list").output.utf8))
        return (tasks as? [[String: Any]] ?? []).reduce(into: [:]) { shown, task in
            shown["\(task["id"] ?? "")"] =
                "\(task["title"] ?? "") \(task["state"] ?? "") \(task["revision"] ?? "unsent")"
        }
    }

    private func object(_ text: String) throws -> [String: Any]? {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    }
}
