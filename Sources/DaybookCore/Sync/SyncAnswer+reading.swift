extension SyncAnswer {
    /// The page that a server answered with, its outcomes in the order of what was asked. They are matched by name: an
    /// answer that leaves one out must not answer another.
    package static func page(_ body: [UInt8], answering operations: [Identifier]) throws(SyncFailure) -> SyncAnswer {
        guard var read = try? SyncPage.read(body) else { throw .unreadable }
        var outcomes: [Identifier: Outcome] = [:]
        for (opId, outcome) in zip(read.answered, read.page.outcomes) { outcomes[opId] = outcome }
        var given: [Identifier: HybridTime] = [:]
        for case (let opId, let clock?) in zip(read.answered, read.page.given) { given[opId] = clock }
        if !given.isEmpty { read.page.given = operations.map { given[$0] } }
        read.page.outcomes = operations.compactMap { outcomes[$0] }
        guard read.page.outcomes.count == operations.count else { throw .unreadable }
        return .page(read.page)
    }

    /// What a problem says to a device; nil where it is a failure like any other.
    package init?(_ problem: ServerProblem) {
        switch problem.status {
        case 410: self = .gone
        case 409 where problem.code == MergeResult.massDeleteCode:
            self = .massDeleteRefused(deletions: problem.count("deletions"), of: problem.count("of", "total"))
        default: return nil
        }
    }
}

extension ServerProblem {
    fileprivate func count(_ names: String...) -> Int {
        for name in names {
            if case .integer(let number)? = self[name] { return Int(clamping: number) }
        }
        return 0
    }
}
